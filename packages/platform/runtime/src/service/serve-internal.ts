import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../logging/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { listenOn } from './listen-on.ts';
import { checkReadiness, type Readiness } from './readiness.ts';
import type { Scope } from './scope.ts';

export interface InternalServerOptions {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly logger: Logger;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Creates the handlers by their path. */
function createResponses(scope: Scope, { metrics, readiness }: InternalServerOptions) {
  return new Map<string, (response: ServerResponse) => Promise<void>>([
    ['/health/live', async (response) => sendJson(response, 200, { status: 'ok' })],
    [
      '/health/ready',
      async (response) => {
        // A stopping process still completes what it has begun, and must receive nothing more.
        if (scope.isClosing) return sendJson(response, 503, { status: 'stopping', checks: {} });
        const { ready, body } = await checkReadiness(readiness);
        sendJson(response, ready ? 200 : 503, body);
      },
    ],
    [
      '/metrics',
      async (response) => {
        const { contentType, body } = await metrics.scrape();
        response.writeHead(200, { 'content-type': contentType }).end(body);
      },
    ],
  ]);
}

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` for the operator, on a port that must not be reachable by others; nothing without
 * one (port 0: a free one). Returns the address it listens on. It is closed when all that was opened after it is.
 */
export async function serveInternal(
  scope: Scope,
  { INTERNAL_PORT: port, INTERNAL_HOST: host }: { INTERNAL_PORT?: number | undefined; INTERNAL_HOST: string },
  options: InternalServerOptions,
): Promise<{ url: string } | undefined> {
  if (port === undefined) return undefined;
  const responses = createResponses(scope, options);
  options.metrics.watchProcess();
  const server = createServer((request, response) => {
    const result = responses.get(request.url?.split('?')[0] ?? '');
    if (!result || request.method !== 'GET') return sendJson(response, 404, { status: 'not found' });
    result(response).catch((error: unknown) => {
      options.logger.warn({ error, path: request.url }, 'the operator was not answered');
      if (!response.headersSent) sendJson(response, 500, { status: 'failing' });
    });
  });
  await listenOn(server, { port, host });
  scope.defer(server, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
  };
}
