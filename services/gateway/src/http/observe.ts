import { AsyncLocalStorage } from 'node:async_hooks';
import { withLogContext } from '@docfleet/runtime/logging';
import { startRemoteSpan } from '@docfleet/runtime/tracing';
import type { RequestHandler, Response } from 'express';
import type { GatewayContext } from './context.ts';
import { requestIdOf } from './request-headers.ts';

/** Returns the fields that are logged and counted of a finished response; `route` is the path template, or `none` for an unknown path. */
function describeResponse(response: Response, startedAt: number) {
  const { method } = response.req;
  const { statusCode: status } = response;
  const route = String(response.locals['route'] ?? 'none');
  return { method, route, status, durationMs: performance.now() - startedAt };
}

/** Sets the request id and the common headers of every response; logs, counts and traces it when it has ended. */
export function observe({ logger, metrics }: Pick<GatewayContext, 'logger' | 'metrics'>): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request.get('x-request-id'));
    const startedAt = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const span = startRemoteSpan(request.method, {
      kind: 'server',
      traceparent: request.get('traceparent'),
      attributes: { requestId },
    });
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');

    function report(): void {
      const result = describeResponse(response, startedAt);
      const { method, route, status, durationMs } = result;
      const fields = {
        ...result,
        durationMs: Math.round(durationMs),
        bytes: socket.bytesWritten - sentBefore,
        ...(!response.writableFinished && { aborted: true }),
      };
      logger.info(fields, 'request');
      metrics.requestEnded(result);
      span.describe(`${method} ${route}`, { 'http.route': route, 'http.response.status_code': status });
      span.end();
    }

    span.within(() =>
      withLogContext({ requestId }, () => {
        // With all ids that became known during the request.
        const inContext = AsyncLocalStorage.snapshot();
        response.once('close', () => inContext(report));
        next();
      }),
    );
  };
}
