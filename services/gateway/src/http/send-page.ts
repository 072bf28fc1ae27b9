import type { Response } from 'express';
import type { PageAnswer } from './route.ts';

/** Nothing but the page's own style: no script, no form, no frame, and nothing from anywhere else. */
const contentSecurityPolicy = (styleHash: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Answers a person's browser. The address that it came with holds secrets: nobody else is told it, and nothing is kept. */
export function sendPage(response: Response, answer: PageAnswer): void {
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  if ('redirectTo' in answer) {
    response.status(302).setHeader('Location', answer.redirectTo).end();
    return;
  }
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(answer.styleHash));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.status(answer.status).type('html').send(answer.page);
}
