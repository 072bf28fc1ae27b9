import type { Principal } from '@docfleet/domain/api-key';
import { AppError } from '@docfleet/errors';
import type { Request, Response } from 'express';
import type { GatewayContext } from './context.ts';
import { networkOf } from './network-of.ts';

type Limiting = Pick<GatewayContext, 'rateLimiter' | 'rateLimitPerMinute'>;

async function limitRate(
  response: Response,
  { rateLimiter }: Limiting,
  { subject, limit }: { subject: string; limit: number },
): Promise<void> {
  if (limit === 0) return;
  const { allowed, remaining, resetAt, retryAfterMs } = await rateLimiter.take(subject, limit);
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', resetAt);
  if (allowed) return;
  const message = `More than ${limit} requests a minute: X-RateLimit-Reset says when to go on`;
  throw new AppError('RATE_LIMIT_EXCEEDED', message, { details: { retryAfterMs } });
}

/** The requests a minute that a key may make; 0: no limit. */
export const limitOf = (
  { rateLimitPerMinute }: Pick<Principal, 'rateLimitPerMinute'>,
  context: Pick<Limiting, 'rateLimitPerMinute'>,
): number => rateLimitPerMinute ?? context.rateLimitPerMinute;

/** Counts a request against its key, and says in the headers how much is left; throws RATE_LIMIT_EXCEEDED. */
export function limitCaller(response: Response, context: Limiting, caller: Principal): Promise<void> {
  return limitRate(response, context, { subject: `key:${caller.apiKeyId}`, limit: limitOf(caller, context) });
}

/** The same for a request without a valid key, which counts against the network that it comes from. */
export function limitAddress(request: Request, response: Response, context: Limiting): Promise<void> {
  const subject = `network:${networkOf(request.ip ?? '')}`;
  return limitRate(response, context, { subject, limit: context.rateLimitPerMinute });
}
