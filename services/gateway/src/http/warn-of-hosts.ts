import type { RequestHandler } from 'express';
import type { GatewayContext } from './context.ts';

/** Pattern of names that only private networks resolve: https://www.rfc-editor.org/rfc/rfc6762, rfc8375, and .internal of ICANN. */
const ownNames = /\.(?:localhost|local|internal|lan|home\.arpa|test)$/;

/** Whether a Host header has a name of the public DNS. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /\.[a-z][a-z0-9-]+$/.test(name) && !ownNames.test(name);
}

/**
 * Logs one warning when requests use a public host name while PUBLIC_URL is unset: links in responses then contain any host that a caller,
 * or a proxy that passes every host on, names.
 */
export function warnOfHosts({
  publicUrl,
  logger,
}: Pick<GatewayContext, 'publicUrl' | 'logger'>): RequestHandler {
  let isDone = publicUrl !== undefined;
  return ({ headers: { host = '' } }, _response, next) => {
    if (!isDone && isPublicName(host)) {
      isDone = true;
      logger.warn(
        { host },
        'links in responses follow the Host header of requests, as PUBLIC_URL is unset: set it',
      );
    }
    next();
  };
}
