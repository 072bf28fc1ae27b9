import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks a server's connections. Returns a function that stops the server: it accepts no more connections, lets running requests end, and
 * closes each connection once no request runs on it, also those that never sent a byte. Node itself would wait for both.
 */
export function watchConnections(server: Server): () => Promise<void> {
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
