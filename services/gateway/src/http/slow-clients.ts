import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@docfleet/runtime/config';
import { LRUCache } from 'lru-cache';

/** Maximum of refusals of one subject a second that are sent at once: its requests were in progress when the limit was used up. */
const soonPerSecond = 20;
/** Milliseconds that each further refusal is delayed: a client that repeats refused requests at once would take the processor from all others. */
const waitMs = 1_000;
/** Maximum of delayed refusals in a process; others are sent at once, since each delayed one keeps a connection open. */
const maxWaiting = 200;
const maxSubjects = 10_000;

export interface SlowRefusals {
  /** Resolves when a refusal of this subject may be sent, or its caller has gone. */
  wait(subject: string, signal: AbortSignal): Promise<void>;
}

/** Creates a delay for the refusals of clients that continue after their limit is used up. */
export function createSlowRefusals(): SlowRefusals {
  const counts = new LRUCache<string, { refused: number }>({ max: maxSubjects, ttl: 1_000 });
  let waiting = 0;
  return {
    async wait(subject, signal) {
      const count = counts.get(subject) ?? { refused: 0 };
      if (count.refused === 0) counts.set(subject, count);
      count.refused += 1;
      if (count.refused <= soonPerSecond || waiting >= maxWaiting) return;
      waiting += 1;
      try {
        await delay(waitMs, undefined, { signal, ref: false });
      } catch {
        // The caller has gone.
      } finally {
        waiting -= 1;
      }
    },
  };
}

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
