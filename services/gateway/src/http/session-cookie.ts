import type { Vault } from '@docfleet/secrets';
import type { Request } from 'express';
import { z } from 'zod';
import type { GatewayContext } from './context.ts';
import { originOf } from './origin.ts';

type Settings = Pick<GatewayContext, 'publicUrl'>;

/** Maximum duration of a session, in seconds. */
export const sessionSeconds = 12 * 60 * 60;

const place = 'console-session';
const session = z.object({ id: z.string(), apiKey: z.string(), expiresAt: z.number() });

/** Session in the cookie: its API key and its expiry in milliseconds since 1970. */
export type ConsoleSession = z.output<typeof session>;

const isEncrypted = (request: Request, { publicUrl }: Settings) =>
  request.secure || originOf(request, publicUrl).startsWith('https:');

/**
 * Returns the name of the cookie. `__Host-` makes browsers refuse a cookie of this name that a neighboring host sets.
 * https://www.rfc-editor.org/rfc/rfc6265.html
 */
const nameFor = (encrypted: boolean) => `${encrypted ? '__Host-' : ''}docfleet-console`;

function writeCookie(request: Request, settings: Settings, value: string, seconds: number): string {
  const encrypted = isEncrypted(request, settings);
  const secure = encrypted ? '; Secure' : '';
  return `${nameFor(encrypted)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns a cookie with the encrypted API key. It expires with the session. */
export function sessionCookie(
  request: Request,
  settings: Settings & { readonly vault: Vault },
  opened: ConsoleSession,
): string {
  const sealed = settings.vault.seal(JSON.stringify(opened), place);
  return writeCookie(request, settings, Buffer.from(sealed).toString('base64url'), sessionSeconds);
}

/** Returns a cookie that deletes the session cookie in the browser. */
export const endedSessionCookie = (request: Request, settings: Settings): string =>
  writeCookie(request, settings, '', 0);

function presentedCookie(request: Request, settings: Settings): string | undefined {
  const name = nameFor(isEncrypted(request, settings));
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}

/** Returns the session of a cookie; undefined when the cookie was changed, or set by another installation on this host. */
function openSealed(vault: Vault, value: string): ConsoleSession | undefined {
  try {
    return session.parse(JSON.parse(vault.open(Buffer.from(value, 'base64url'), place)));
  } catch {
    return undefined;
  }
}

/** Returns the session of a request; undefined without a valid cookie. */
export function readSession(
  request: Request,
  settings: Settings & { readonly vault: Vault },
  now = Date.now(),
): ConsoleSession | undefined {
  const value = presentedCookie(request, settings);
  const opened = value === undefined ? undefined : openSealed(settings.vault, value);
  return opened && opened.expiresAt > now ? opened : undefined;
}
