import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { AppError } from '@docfleet/errors';
import type { Express, RequestHandler } from 'express';
import type { GatewayContext } from './context.ts';
import { limitAddress } from './limit-rate.ts';

/** Path of the operator's pages about queues. */
export const queueBoardPath = '/operator/queues';

/** Pages of the operator and the token that opens them. */
export interface OperatorPages {
  readonly token: string;
  readonly queueBoard: RequestListener;
}

/** Content-Security-Policy of the board, whose page has inline styles; its fonts from other hosts are not loaded. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the token of a Bearer header, or the password of a Basic one, which browsers prompt for; the user name is ignored. */
function presentedToken(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const credentials = Buffer.from(value, 'base64').toString();
  return credentials.slice(credentials.indexOf(':') + 1);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (presented: string, token: string) => timingSafeEqual(digest(presented), digest(token));

const letOperatorIn =
  ({ token }: OperatorPages, context: GatewayContext): RequestHandler =>
  async (request, response, next) => {
    response.locals['route'] = queueBoardPath;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', contentSecurityPolicy);
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (isSame(presentedToken(request.headers.authorization), token)) return next();
    // Failed attempts count against the caller's network.
    await limitAddress(request, response, context);
    response.setHeader('WWW-Authenticate', 'Basic realm="docfleet operator", charset="UTF-8"');
    response.status(401).type('text').send('The operator token is needed, as a password.\n');
  };

/** Serves the contents of the queues to callers with the operator's token. */
export function serveOperator(app: Express, pages: OperatorPages, context: GatewayContext): void {
  const onlyLook: RequestHandler = (request, _response, next) => {
    if (!['GET', 'HEAD'].includes(request.method))
      throw new AppError('METHOD_NOT_ALLOWED', 'Queues can be looked at here, not changed');
    next();
  };
  app.use(queueBoardPath, letOperatorIn(pages, context), onlyLook, pages.queueBoard);
}
