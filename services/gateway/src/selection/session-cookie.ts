import { selectionSessionSeconds } from '@docfleet/domain/connection';
import type { Request } from 'express';

const name = 'docfleet-selection';

/** Where the user of one connection chooses what it reads. */
export const selectionUrl = (origin: string, connectionId: string): string =>
  `${origin}/connect/${connectionId}`;

/**
 * Sends a token to the page of its connection and nowhere else, out of reach of scripts. Not `SameSite=Strict`: the user comes from the
 * vendor's site, and that page is to be opened all the same.
 */
export function selectionCookie(url: string, token: string, seconds = selectionSessionSeconds): string {
  const { pathname, protocol } = new URL(url);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${token}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Makes the browser forget it. */
export const endedCookie = (url: string): string => selectionCookie(url, '', 0);

/** The token that a browser sent; undefined when it sent none. */
export function readSelectionCookie({ headers }: Pick<Request, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}
