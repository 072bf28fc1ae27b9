import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentile } from './percentile.ts';

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function write(host: string, { method, path, headers, body = '' }: LoadRequest): string {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Whether a whole answer has come; throws when it is no success. */
function isComplete(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (!/^HTTP\/1\.1 2/.test(response)) throw new Error(response);
  const length = Number(/content-length: (\d+)/i.exec(response)?.[1]);
  return response.length >= end + 4 + length;
}

/** One connection that asks, waits for the answer, and asks again; latin1 keeps characters and bytes the same. */
async function ask(socket: Socket, host: string, next: () => LoadRequest | undefined): Promise<number[]> {
  const times: number[] = [];
  let startedAt = 0;
  let response = '';
  return new Promise((resolve, reject) => {
    const send = () => {
      const request = next();
      if (!request) return resolve(times);
      response = '';
      startedAt = performance.now();
      socket.write(write(host, request));
    };
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (piece: string) => {
      response += piece;
      try {
        if (!isComplete(response)) return;
      } catch (error) {
        return reject(error);
      }
      times.push(performance.now() - startedAt);
      send();
    });
    send();
  });
}

/**
 * Sends requests over a number of persistent connections for a while. Plain sockets: the load generator shares the machine with what it measures, and
 * an HTTP client would take as much of it as the server.
 */
export async function load(
  url: string,
  request: () => LoadRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const { hostname, port, host } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const next = () => (performance.now() < until ? request() : undefined);
  const times = (await Promise.all(sockets.map((socket) => ask(socket, host, next)))).flat();
  const elapsed = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { perSecond: times.length / elapsed, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
