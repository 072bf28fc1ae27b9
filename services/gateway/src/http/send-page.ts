import type { Response } from 'express';
import type { PageAnswer } from './route.ts';

/** Answers a person's browser. The address that it comes back from a vendor with holds secrets: nothing is kept, nobody else is told. */
export function sendPage(response: Response, answer: PageAnswer): void {
  response.setHeader('Referrer-Policy', 'redirectTo' in answer ? 'no-referrer' : answer.referrer);
  response.setHeader('Cache-Control', 'no-store');
  if ('redirectTo' in answer) {
    if (answer.cookie !== undefined) response.setHeader('Set-Cookie', answer.cookie);
    response.status(302).setHeader('Location', answer.redirectTo).end();
    return;
  }
  response.setHeader('Content-Security-Policy', answer.policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.status(answer.status).type('html').send(answer.page);
}
