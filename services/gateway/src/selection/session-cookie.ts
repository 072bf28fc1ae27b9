import { selectionSessionSeconds } from '@docfleet/domain/connection';
import type { Request } from 'express';

const name = 'docfleet-selection';

/** Returns the address of the page on which the user of a connection selects its scope. */
export const selectionUrl = (origin: string, connectionId: string): string =>
  `${origin}/connect/${connectionId}`;

/**
 * Returns a cookie that is sent to the page of its connection and nowhere else, and that scripts cannot read. Not `SameSite=Strict`: the
 * user arrives from the vendor's site, and the cookie must be sent then, too.
 */
export function selectionCookie(url: string, token: string, seconds = selectionSessionSeconds): string {
  const { pathname, protocol } = new URL(url);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${token}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns a cookie that deletes the session cookie in the browser. */
export const endedCookie = (url: string): string => selectionCookie(url, '', 0);

/** Returns the token of a request's cookie; undefined without one. */
export function readSelectionCookie({ headers }: Pick<Request, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}
