import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@docfleet/runtime/config';

/** Minimum bytes a second of a request body; a slower one only holds a connection, and perhaps a file. */
const minBytesPerSecond = 512;
const minBytes = 1_024;

/**
 * Ends requests whose body brings less than a kilobyte, or 512 bytes a second, within `idleMs`. Counted at the socket: to listen for the body's data would begin to
 * read it.
 */
export function cutSlowBodies(server: Server, idleMs: number = limits.bodyIdleMs): void {
  server.on('request', (request) => {
    if (request.complete) return;
    const socket: Socket = request.socket;
    const least = Math.max(minBytes, (minBytesPerSecond * idleMs) / 1_000);
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      const isSlow = socket.bytesRead - before < least;
      before = socket.bytesRead;
      // Bytes that wait to be read are not the sender's fault.
      if (!isSlow || request.readableLength > 0) return;
      clearInterval(timer);
      server.emit(
        'clientError',
        Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
    }, idleMs);
    timer.unref();
    request.once('close', () => clearInterval(timer));
  });
}

/**
 * Ends connections whose client has taken nothing of a response within `idleMs`, while there is something to take: the response holds memory,
 * and perhaps an open file or a vendor's connection. A response that is still being worked on, or paused between events, has nothing to take.
 */
export function cutSlowReaders(server: Server, idleMs: number = limits.readerIdleMs): void {
  server.on('request', ({ socket }, response) => {
    // Node counts what the system has taken of a write as activity, also where the write as a whole has not ended.
    response.setTimeout(idleMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
