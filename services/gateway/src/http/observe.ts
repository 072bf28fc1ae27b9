import { type Logger, withLogContext } from '@docfleet/logging';
import type { RequestHandler } from 'express';
import { requestIdOf } from './request-id.ts';

/** Gives every answer its request id and the headers that hold for all, and writes one line about it when it has ended. */
export function observe(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request.get('x-request-id'));
    const startedAt = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');

    withLogContext({ requestId }, () => {
      response.once('close', () => {
        const fields = {
          method: request.method,
          route: response.locals['route'] ?? 'none',
          status: response.statusCode,
          durationMs: Math.round(performance.now() - startedAt),
          bytes: socket.bytesWritten - sentBefore,
          ...(!response.writableFinished && { aborted: true }),
        };
        withLogContext({ requestId }, () => logger.info(fields, 'request'));
      });
      next();
    });
  };
}
