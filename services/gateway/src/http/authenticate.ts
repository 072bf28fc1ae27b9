import type { Access } from '@docfleet/api/route';
import type { Principal } from '@docfleet/domain/api-key';
import { AppError } from '@docfleet/errors';
import { addToLogContext } from '@docfleet/runtime/logging';
import type { Request, Response } from 'express';
import type { GatewayContext } from './context.ts';
import { limitAddress, limitCaller, refuseBeforeLookup } from './limit-rate.ts';
import { isOwnPage } from './origin.ts';
import { readSession } from './session-cookie.ts';

/** Scopes that satisfy each required scope: a key needs one of them. */
const implied: Record<Exclude<Access, 'public'>, readonly Principal['scopes'][number][]> = {
  read: ['read', 'ingest', 'admin'],
  ingest: ['ingest', 'admin'],
  admin: ['admin'],
};

/** Maximum length of a key in characters; longer ones are refused without a lookup. */
const maxKeyLength = 256;

/** Whether a text has the form of an API key. Others are refused without a lookup. */
export const isKey = (presented: string): boolean =>
  presented.startsWith('df_live_') && presented.length <= maxKeyLength;

/** Returns the key of an Authorization header; undefined when the header has none of the form of our keys. */
export function presentedKey(authorization: string): string | undefined {
  const [scheme, key, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || key === undefined || rest.length > 0) return undefined;
  return isKey(key) ? key : undefined;
}

type Authenticating = Pick<GatewayContext, 'authenticate' | 'publicUrl' | 'vault' | 'isSessionOpen'>;

/** Returns the key of an open session of the console; undefined unless one of the console's own pages sent the request. */
async function sessionKey(request: Request, context: Authenticating): Promise<string | undefined> {
  if (!isOwnPage(request, context.publicUrl)) return undefined;
  const session = readSession(request, context);
  return session && (await context.isSessionOpen(session.id)) ? session.apiKey : undefined;
}

/** Returns the key of a request, valid or not; undefined without one. The Authorization header takes precedence over the console's cookie. */
export async function keyOf(request: Request, context: Authenticating): Promise<string | undefined> {
  const { authorization } = request.headers;
  return authorization === undefined ? await sessionKey(request, context) : presentedKey(authorization);
}

function faultOf(authorization: string | undefined): string {
  if (!authorization) return 'An API key is required: send it';
  if (!/^bearer\s/i.test(authorization)) return 'The Authorization header has no API key: send it';
  return 'The API key is wrong, revoked or expired: send a valid one';
}

/** Returns the UNAUTHORIZED error for a request without a valid key; its message names the fault of the header. */
const unauthorized = (authorization: string | undefined): AppError =>
  new AppError('UNAUTHORIZED', `${faultOf(authorization)} as Authorization: Bearer df_live_…`);

/** Checks the scopes of a caller; throws FORBIDDEN when none of them satisfies the required scope. */
function requireScope({ scopes }: Principal, needed: Exclude<Access, 'public'>): void {
  if (scopes.some((scope) => implied[needed].includes(scope))) return;
  throw new AppError('FORBIDDEN', `This needs an API key with the scope ${needed}`);
}

/**
 * Authenticates a request, counts it against its rate limits and checks its scope; returns the caller. Throws UNAUTHORIZED,
 * RATE_LIMIT_EXCEEDED or FORBIDDEN.
 */
export async function admitCaller(
  scope: Exclude<Access, 'public'>,
  context: GatewayContext,
  request: Request,
  response: Response,
): Promise<Principal> {
  const { authorization } = request.headers;
  const key = await keyOf(request, context);
  await refuseBeforeLookup(request, response, context, key);
  const caller = key === undefined ? undefined : await context.authenticate(key);
  // Requests without a key count against their network.
  if (!caller) await limitAddress(request, response, context);
  else await limitCaller(response, context, caller);
  if (!caller) throw unauthorized(authorization);
  addToLogContext({ organizationId: caller.organizationId, apiKeyId: caller.apiKeyId });
  requireScope(caller, scope);
  return caller;
}
