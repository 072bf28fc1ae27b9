import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';

const servers: StubServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const accepted = { body: { success: true, data: { ingestJobRunId: 'r', documents: [] } } };

async function start(failures = 0) {
  let calls = 0;
  const server = await startStubServer(() => (++calls <= failures ? { status: 503 } : accepted));
  servers.push(server);
  const client = createDocfleetClient({ baseUrl: server.url, apiKey: 'k', retryDelayMs: 1 });
  return { client, requests: server.requests };
}

/** The form as a server reads it. */
async function formOf({ headers, body }: { headers: object; body: string }) {
  const form = await new Response(body, { headers: headers as Record<string, string> }).formData();
  const file = form.get('file') as File;
  return {
    namespaceId: form.get('namespaceId'),
    metadata: JSON.parse(String(form.get('metadata'))),
    file: { name: file.name, type: file.type, text: await file.text() },
  };
}

const bytes = new TextEncoder().encode('Zebra census');
const streamOf = (...parts: string[]) => new Blob(parts).stream();
const expected = (type: string) => ({
  namespaceId: 'docs',
  metadata: { team: 'zoo' },
  file: { name: 'a "zebra".txt', type, text: 'Zebra census' },
});
const name = 'a "zebra".txt';

test.each([
  ['a File', new File([bytes], name, { type: 'text/plain' }), 'text/plain'],
  ['a blob', { name, content: new Blob([bytes], { type: 'text/plain' }) }, 'text/plain'],
  ['a blob of another type', { name, content: new Blob([bytes]), type: 'text/csv' }, 'text/csv'],
  ['bytes', { name, content: bytes }, 'application/octet-stream'],
  ['a stream', { name, content: streamOf('Zebra ', 'census'), type: 'text/plain' }, 'text/plain'],
  [
    'a stream of Node',
    { name, content: Readable.from([Buffer.from('Zebra '), 'census']) },
    'application/octet-stream',
  ],
  [
    'an opened stream of Node',
    { name, content: () => Readable.from(['Zebra census']) },
    'application/octet-stream',
  ],
  ['an array buffer', { name, content: bytes.buffer }, 'application/octet-stream'],
  ['a text', { name, content: 'Zebra census' }, 'application/octet-stream'],
  ['what opens a stream', { name, content: () => streamOf('Zebra census') }, 'application/octet-stream'],
])('%s arrives as a file with its name, and fields as JSON', async (_kind, file, type) => {
  const { client, requests } = await start();
  await client.ingest.file({ namespaceId: 'docs', metadata: { team: 'zoo' }, file });
  const [request] = requests;
  expect(await formOf(request as never)).toEqual(expected(type));
  expect(request?.headers['idempotency-key']).toBeDefined();
});

test('a file on disk is read for each attempt', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-sdk-'));
  try {
    await writeFile(join(directory, 'a.txt'), 'Zebra census');
    const { client, requests } = await start(2);
    const content = await openAsBlob(join(directory, 'a.txt'), { type: 'text/plain' });
    await client.ingest.file({ namespaceId: 'docs', metadata: { team: 'zoo' }, file: { name, content } });
    expect(requests).toHaveLength(3);
    expect(await formOf(requests[2] as never)).toEqual(expected('text/plain'));
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a stream that can be opened again is repeated, one that cannot is not', async () => {
  const { client, requests } = await start(1);
  await client.convert.file({ file: { name, content: () => streamOf('Zebra census') } });
  expect(requests).toHaveLength(2);
  const { client: other, requests: others } = await start(1);
  const once = other.convert.file({ file: { name, content: streamOf('Zebra census') } });
  await expect(once).rejects.toMatchObject({ status: 503 });
  expect(others).toHaveLength(1);
});

test('a stream is sent as it comes: of 96 MB no more than a few are held', async () => {
  const partBytes = 1024 * 1024;
  const parts = 96;
  let received = 0;
  let maxAhead = 0;
  const sink = createServer(async (request, response) => {
    for await (const part of request) received += (part as Buffer).length;
    response.end(JSON.stringify(accepted.body));
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => sink.once('listening', resolve));
    let sent = 0;
    const content = new ReadableStream({
      pull(controller) {
        if (sent === parts * partBytes) return controller.close();
        controller.enqueue(new Uint8Array(partBytes));
        sent += partBytes;
        maxAhead = Math.max(maxAhead, sent - received);
      },
    });
    const { port } = sink.address() as AddressInfo;
    const client = createDocfleetClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' });
    await client.ingest.file({ namespaceId: 'docs', file: { name: 'large.bin', content } });
    expect(received).toBeGreaterThan(parts * partBytes);
    expect(maxAhead).toBeLessThan(32 * partBytes);
  } finally {
    sink.closeAllConnections();
    sink.close();
  }
});

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['an object', { path: 'a.txt' }],
  ['a promise', Promise.resolve(new Blob(['Zebra']))],
  ['a function that opens nothing', () => undefined],
  ['a function that opens a promise', () => Promise.resolve(streamOf('Zebra'))],
  ['a stream of objects', Readable.from([{ zebra: 1 }])],
])('%s as content is refused and never sent as a document', async (_kind, content) => {
  const { client } = await start();
  const file = { name: 'a.txt', content } as never;
  await expect(client.ingest.file({ namespaceId: 'docs', file })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('content of a file'),
  });
});

test.each([
  ['a File', (name: string) => new File([bytes], name)],
  ['a stream', (name: string) => ({ name, content: streamOf('Zebra census') })],
])('control characters in the name of %s do not reach the headers of the form', async (_kind, fileOf) => {
  const { client, requests } = await start();
  for (const name of ['\u001b[31mred.txt', 'a\nb\t.txt', '\u0001'])
    await client.ingest.file({ namespaceId: 'docs', file: fileOf(name) });
  const names = requests.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1]);
  expect(names).toEqual(['[31mred.txt', 'ab.txt', 'file']);
});

test('a file without a name is refused', async () => {
  const { client, requests } = await start();
  for (const file of [undefined, { content: bytes }, new Blob(['Zebra'])])
    await expect(client.ingest.file({ namespaceId: 'docs', file: file as never })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  expect(requests).toEqual([]);
});

test('a stream that fails is a fault of the file and not of the connection', async () => {
  const { client } = await start();
  const content = Readable.from(
    (async function* () {
      yield 'Zebra ';
      throw new Error('EIO: read error');
    })(),
  );
  await expect(client.ingest.file({ namespaceId: 'docs', file: { name, content } })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'The content of the file could not be read',
    cause: { message: 'EIO: read error' },
  });
});
