import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Logger } from '../logging/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Scope } from './run.ts';

/** Every address of the machine: IPv6, and IPv4 through it. */
const anyAddress = '::';

/** Listens on an address; on IPv4 alone where `::` is asked for and the machine has no IPv6. Rejects when that fails. */
export async function listenOn(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as { code?: string };
    if (host !== anyAddress || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    await once(server.listen(port, '0.0.0.0'), 'listening');
  }
}

/** Result of a check whose service works in part only: a word for its state, such as `read-only`. */
interface Impaired {
  readonly impaired: string;
}

/**
 * Readiness checks by the name of their service: each rejects while the process cannot work without it, and resolves with {@link Impaired}
 * while only a part of the work has to wait.
 */
export type Readiness = Readonly<Record<string, () => Promise<unknown>>>;

const deadlineMs = 2_000;

const isImpaired = (answer: unknown): answer is Impaired =>
  typeof answer === 'object' && answer !== null && 'impaired' in answer;

/** Returns `ok`, the word of an impairment, or `failing`. */
async function stateOf(check: () => Promise<unknown>): Promise<string> {
  const signal = AbortSignal.timeout(deadlineMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([check(), late]).then(
    (answer) => (isImpaired(answer) ? answer.impaired : 'ok'),
    () => 'failing',
  );
}

/**
 * Checks all dependencies at once with a timeout of two seconds; reports the state of each without the reason. An impaired process
 * counts as ready: without its load balancer it could not serve the requests that still work.
 */
export async function checkReadiness(readiness: Readiness) {
  const names = Object.keys(readiness);
  const states = await Promise.all(Object.values(readiness).map(stateOf));
  const checks = Object.fromEntries(names.map((name, index) => [name, states[index] ?? 'failing']));
  const ready = !states.includes('failing');
  const whole = states.every((state) => state === 'ok');
  return { ready, body: { status: whole ? 'ok' : ready ? 'degraded' : 'failing', checks } };
}

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
