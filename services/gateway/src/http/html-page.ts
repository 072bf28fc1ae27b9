import type { PageResponse } from '@docfleet/api/route';
import type { Response } from 'express';

/** Returns a text escaped for HTML, also within the value of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Sends a page to a browser. The address that it returned from a vendor with holds secrets: nothing is cached, and no referrer is sent. */
export function sendPage(response: Response, result: PageResponse): void {
  response.setHeader('Referrer-Policy', 'redirectTo' in result ? 'no-referrer' : result.referrer);
  response.setHeader('Cache-Control', 'no-store');
  if ('redirectTo' in result) {
    if (result.cookie !== undefined) response.setHeader('Set-Cookie', result.cookie);
    response.status(302).setHeader('Location', result.redirectTo).end();
    return;
  }
  response.setHeader('Content-Security-Policy', result.policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.status(result.status).type('html').send(result.page);
}
