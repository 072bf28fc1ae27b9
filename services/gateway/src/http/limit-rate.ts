import { isIPv6 } from 'node:net';
import type { Principal } from '@docfleet/domain/api-key';
import { AppError } from '@docfleet/errors';
import type { Request, Response } from 'express';
import type { GatewayContext } from './context.ts';
import { signalOf } from './event-streams.ts';

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/**
 * Pattern of an address with an optional port, which some proxies add:
 * https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works
 */
const withPort = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\])(?::\d+)?$/;
/** Number of 16-bit groups of an IPv6 address that identify a subscriber, who has a whole /64: https://www.rfc-editor.org/rfc/rfc6177 */
const subscriberGroups = 4;
const allGroups = 8;

/** Returns the network that an address, with or without a port, counts against: an IPv4 address itself, the /64 of an IPv6 address. */
export function networkOf(text: string): string {
  const { v4: plainV4, v6: plainV6 } = withPort.exec(text)?.groups ?? {};
  const address = plainV4 ?? plainV6 ?? text;
  const [, v4] = mappedV4.exec(address) ?? [];
  if (v4) return v4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = allGroups - groups(head).length - groups(tail).length;
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  const network = [...groups(head), ...zeros, ...groups(tail)].slice(0, subscriberGroups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

type Limiting = Pick<GatewayContext, 'rateLimiter' | 'rateLimitPerMinute' | 'slowRefusals'>;

interface Limit {
  readonly subject: string;
  readonly limit: number;
}

const tooMany = (limit: number, retryAfterMs: number) =>
  new AppError(
    'RATE_LIMIT_EXCEEDED',
    `More than ${limit} requests a minute: X-RateLimit-Reset says when to go on`,
    { details: { retryAfterMs } },
  );

/**
 * Counts a request against each limit and reports in headers the one with the least left; throws RATE_LIMIT_EXCEEDED, after a delay for
 * clients that continue.
 */
async function limitRate(
  response: Response,
  { rateLimiter, slowRefusals }: Limiting,
  limits: readonly Limit[],
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (const { subject, limit } of limits) {
    if (limit === 0) continue;
    const { allowed, remaining, resetAt, retryAfterMs } = await rateLimiter.take(subject, limit);
    if (!allowed || remaining < least) {
      least = remaining;
      response.setHeader('X-RateLimit-Limit', limit);
      response.setHeader('X-RateLimit-Remaining', remaining);
      response.setHeader('X-RateLimit-Reset', resetAt);
    }
    if (allowed) continue;
    await slowRefusals.wait(subject, signalOf(response));
    throw tooMany(limit, retryAfterMs);
  }
}

/** Returns the maximum requests a minute of a key; 0: no limit. */
export const limitOf = (
  { rateLimitPerMinute }: Pick<Principal, 'rateLimitPerMinute'>,
  context: Pick<Limiting, 'rateLimitPerMinute'>,
): number => rateLimitPerMinute ?? context.rateLimitPerMinute;

/** Counts a request against its key, and against the keys whose limits it shares; throws RATE_LIMIT_EXCEEDED. */
export function limitCaller(response: Response, context: Limiting, caller: Principal): Promise<void> {
  const limits = [caller, ...caller.sharedLimits].map((key) => ({
    subject: `key:${key.apiKeyId}`,
    limit: limitOf(key, context),
  }));
  return limitRate(response, context, limits);
}

type LimitingNetworks = Limiting & Pick<GatewayContext, 'refusedNetworks'>;

/** Counts a request without a valid key against the network that it comes from; throws RATE_LIMIT_EXCEEDED. */
export async function limitAddress(
  request: Request,
  response: Response,
  context: LimitingNetworks,
): Promise<void> {
  const network = networkOf(request.ip ?? '');
  const limit = { subject: `network:${network}`, limit: context.rateLimitPerMinute };
  try {
    await limitRate(response, context, [limit]);
  } catch (error) {
    const waitMs = error instanceof AppError ? (error.details.retryAfterMs ?? 0) : 0;
    if (waitMs > 0) context.refusedNetworks.set(network, true, { ttl: waitMs });
    throw error;
  }
}

/**
 * Returns how many lookups of unknown keys a minute a network keeps after it has used up its limit: a tenth of it, so that a valid key is
 * still accepted.
 */
const lookupsOf = (limit: number) => Math.ceil(limit / 10) + 10;

/**
 * Refuses a request of a network that has used up its limit and its lookups, before its key is looked up. Keys that were valid at their
 * last lookup are admitted.
 */
export async function refuseBeforeLookup(
  request: Request,
  response: Response,
  context: LimitingNetworks & Pick<GatewayContext, 'wasValid'>,
  presented: string | undefined,
): Promise<void> {
  const network = networkOf(request.ip ?? '');
  if (!context.refusedNetworks.has(network)) return;
  if (presented === undefined || context.wasValid(presented)) return;
  const { allowed } = await context.rateLimiter.take(
    `lookups:${network}`,
    lookupsOf(context.rateLimitPerMinute),
  );
  if (allowed) return;
  await limitAddress(request, response, context);
}

/** Factor by which the limit of notifications exceeds that of requests: a vendor reports the changes of all its users from a few addresses. */
const notificationsPerRequest = 10;

/** Counts a vendor's notification against the network that it comes from, apart from all other requests; throws RATE_LIMIT_EXCEEDED. */
export async function limitNotifications(
  request: Request,
  response: Response,
  context: Limiting,
): Promise<void> {
  const limit = context.rateLimitPerMinute * notificationsPerRequest;
  await limitRate(response, context, [{ subject: `notifications:${networkOf(request.ip ?? '')}`, limit }]);
}
