import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { findProxyFaults, findUnreachable } from '@docfleet/pipeline/resources';
import { listenOn, repeat, type Scope } from '@docfleet/runtime/service';
import { createApp } from './app.ts';
import type { GatewayContext } from './http/context.ts';
import { type OperatorPages, queueBoardPath } from './http/operator.ts';
import { refuseUnreadable } from './http/refuse-unreadable.ts';
import type { Route } from './http/route.ts';
import { cutSlowBodies, cutSlowReaders } from './http/slow-clients.ts';
import { spoolTask } from './http/spool.ts';
import { routes } from './routes.ts';

/**
 * Tracks a server's connections. Returns a function that stops the server: it accepts no more connections, lets running requests end, and
 * closes each connection once no request runs on it, also those that never sent a byte. Node itself would wait for both.
 */
function watchConnections(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  const running = new Map<ServerResponse, Socket>();
  let closing = false;

  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    running.set(response, socket);
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      running.delete(response);
      if (closing) socket.end();
    });
  });

  return async () => {
    closing = true;
    const closed = once(server, 'close');
    server.close();
    for (const response of running.keys())
      if (!response.headersSent) response.setHeader('Connection', 'close');
    const busy = new Set(running.values());
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    await closed;
  };
}

/** Time limit for the headers of a request in milliseconds, so that thousands of slow clients cost little. */
const headersTimeoutMs = 10_000;
/** Time limit for a whole request in milliseconds: 200 MB at 0.33 MB/s. */
const requestTimeoutMs = 600_000;

/** Opens the operator's pages; undefined while no token is set. */
async function openOperatorPages(
  scope: Scope,
  { operatorToken, queueConnection }: GatewayContext,
): Promise<OperatorPages | undefined> {
  if (operatorToken === undefined) return undefined;
  // Loaded only where it is used: it brings a megabyte of sources.
  const { openQueueBoard } = await import('./http/queue-board.ts');
  const board = scope.defer(openQueueBoard(queueConnection, queueBoardPath), (opened) => opened.close());
  return { token: operatorToken, queueBoard: board.handle };
}

/** Logs contradictions in the public address. Whether it leads here is checked while requests are served, and prevents nothing. */
function reportPublicAddress({ publicUrl, trustedProxies, logger }: GatewayContext): void {
  const address = { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: trustedProxies };
  for (const sentence of findProxyFaults(address)) logger.warn(sentence);
  void findUnreachable(address).then((sentences) => {
    for (const sentence of sentences) logger.warn(sentence);
  });
}

/** Serves the API until the scope closes; returns the address that it listens on (port 0: a free port). */
export async function startGateway(
  scope: Scope,
  context: GatewayContext,
  {
    port,
    host,
    keepAliveMs,
    served = routes,
  }: { port: number; host: string; keepAliveMs: number; served?: readonly Route[] },
): Promise<{ url: string }> {
  await mkdir(context.spoolDirectory, { recursive: true, mode: 0o700 });
  repeat(scope, [spoolTask(context.spoolDirectory, context.metrics)], context.logger);
  const app = createApp(served, context, await openOperatorPages(scope, context));
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // A load balancer that closes first never sends a request into a connection that ends.
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 5_000,
    },
    app,
  );
  refuseUnreadable(server, context.logger);
  cutSlowBodies(server);
  cutSlowReaders(server);
  const close = watchConnections(server);
  await listenOn(server, { port, host });
  scope.defer(server, () => {
    // Event streams would outlast all other requests.
    context.eventStreams.end();
    return close();
  });
  reportPublicAddress(context);
  const { port: taken, address, family } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}` };
}
