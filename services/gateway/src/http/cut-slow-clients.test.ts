import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createLogger } from '@docfleet/runtime/logging';
import { eventually } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { cutSlowBodies, cutSlowReaders } from './slow-clients.ts';

const idleMs = 300;
let server: Server;

async function startServer(bodyIdleMs: number): Promise<Server> {
  const started = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (part) => {
      bytes += part.length;
    });
    // A request that is cut ends with an error.
    finished(request, (error) => void (error ? response.destroy() : response.end(String(bytes))));
  });
  refuseUnreadable(started, createLogger({ service: 'test', level: 'silent' }));
  cutSlowBodies(started, bodyIdleMs);
  await once(started.listen(0, '127.0.0.1'), 'listening');
  return started;
}

beforeEach(async () => {
  server = await startServer(idleMs);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends headers, then `piece` every so often; resolves with the response and how long it took. */
async function send(piece: string, everyMs: number, pieces: number, to: Server = server) {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  const startedAt = performance.now();
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => {
    if (sent++ < pieces) socket.write(piece);
  }, everyMs);
  // A piece that is sent while the connection is cut resets it, which `once` would reject with.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { answer, tookMs: performance.now() - startedAt };
}

test.each([
  ['never goes on', '', 1_000, 10],
  ['drips', 'x', 50, 1_000],
])('a body that %s is cut', async (_, piece, everyMs, pieces) => {
  const { answer, tookMs } = await send(piece || ' ', piece ? everyMs : 60_000, pieces);
  expect(answer).toMatch(/^HTTP\/1\.1 400 |^$/);
  expect(tookMs).toBeLessThan(5_000);
});

test('a body of more than a kilobyte in that time, and less than 512 bytes a second, is cut', async () => {
  const slow = await startServer(3_000);
  const { answer } = await send('x'.repeat(40), 100, 10_000, slow);
  expect(answer).toMatch(/^HTTP\/1\.1 400 |^$/);
  slow.close();
});

test('a body that takes longer than that, but comes, is read to its end', async () => {
  const { answer } = await send('x'.repeat(2_000), 50, 20);
  expect(answer).toMatch(/40000$/);
});

async function startReadServer(respond: (response: ServerResponse) => void) {
  const own = createServer((_request, response) => respond(response));
  cutSlowReaders(own, 50);
  await once(own.listen(0, '127.0.0.1'), 'listening');
  return { server: own, port: (own.address() as AddressInfo).port };
}

test('a client that takes nothing of its response is cut, and what it read from is closed', async () => {
  const source = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );
  const { server: read, port } = await startReadServer((response) => {
    pipeline(source, response).catch(() => undefined);
  });
  const client = connect(port, '127.0.0.1');
  client.pause();
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await eventually(() => expect(source.destroyed).toBe(true));
  client.destroy();
  read.close();
});

test('a response that takes its time is not cut', async () => {
  const { server: read, port } = await startReadServer((response) =>
    response.once('timeout', () => response.end('late')),
  );
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.text()).toBe('late');
  read.closeAllConnections();
  read.close();
});
