import type { Access } from '@docfleet/api/route';
import type { Principal } from '@docfleet/domain/api-key';
import { AppError } from '@docfleet/errors';
import type { Request } from 'express';
import type { GatewayContext } from './context.ts';
import { isOwnPage } from './origin.ts';
import { readSession } from './session-cookie.ts';

/** What each scope allows beside itself. */
const implied: Record<Exclude<Access, 'public'>, readonly Principal['scopes'][number][]> = {
  read: ['read', 'ingest', 'admin'],
  ingest: ['ingest', 'admin'],
  admin: ['admin'],
};

/** Longer ones are not looked up. */
const maxKeyLength = 256;

/** Whether it looks like a key: only those are looked up. */
export const isKey = (presented: string): boolean =>
  presented.startsWith('df_live_') && presented.length <= maxKeyLength;

/** The key in an Authorization header; undefined when there is none of our form. */
export function presentedKey(authorization: string): string | undefined {
  const [scheme, key, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || key === undefined || rest.length > 0) return undefined;
  return isKey(key) ? key : undefined;
}

type Authenticating = Pick<GatewayContext, 'authenticate' | 'publicUrl' | 'vault' | 'isSessionOpen'>;

/** The key of an open session of the console, which counts for the console's own pages only. */
async function sessionKey(request: Request, context: Authenticating): Promise<string | undefined> {
  if (!isOwnPage(request, context.publicUrl)) return undefined;
  const session = readSession(request, context);
  return session && (await context.isSessionOpen(session.id)) ? session.apiKey : undefined;
}

/** The key that a request comes with, valid or not. The Authorization header takes precedence over the console's cookie. */
export async function keyOf(request: Request, context: Authenticating): Promise<string | undefined> {
  const { authorization } = request.headers;
  return authorization === undefined ? await sessionKey(request, context) : presentedKey(authorization);
}

function faultOf(authorization: string | undefined): string {
  if (!authorization) return 'An API key is required: send it';
  if (!/^bearer\s/i.test(authorization)) return 'The Authorization header has no API key: send it';
  return 'The API key is wrong, revoked or expired: send a valid one';
}

/** The error for a request without a valid key. */
export const unauthorized = (authorization: string | undefined): AppError =>
  new AppError('UNAUTHORIZED', `${faultOf(authorization)} as Authorization: Bearer df_live_…`);

/** Throws FORBIDDEN when the key lacks the scope. */
export function requireScope({ scopes }: Principal, needed: Exclude<Access, 'public'>): void {
  if (scopes.some((scope) => implied[needed].includes(scope))) return;
  throw new AppError('FORBIDDEN', `This needs an API key with the scope ${needed}`);
}
