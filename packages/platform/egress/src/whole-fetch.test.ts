import zlib from 'node:zlib';
import { startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgress, type Egress } from './index.ts';

let egress: Egress;
beforeAll(() => {
  egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
});
afterAll(() => egress.close());

const text = Array.from({ length: 5_000 }, (_, line) => `line ${line} ${Math.sin(line)}`).join('\n');
const compress: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
  deflate: zlib.deflateSync,
  'deflate, gzip': (bytes) => zlib.gzipSync(zlib.deflateSync(bytes)),
};
const codings = Object.keys(compress);

async function fetchOf(
  coding: string,
  body: Uint8Array | string,
): Promise<{ response: Response; text: string }> {
  const server = await startStubServer(() => ({ headers: { 'content-encoding': coding }, body }));
  try {
    const response = await egress.fetch(`${server.url}/a?b=c`, { redirect: 'manual' });
    return { response, text: await response.text() };
  } finally {
    await server.close();
  }
}

test.each(codings)('a whole body in %s is decompressed', async (coding) => {
  const read = await fetchOf(coding, compress[coding]!(Buffer.from(text)));
  expect(read.text).toBe(text);
  expect(read.response.url).toMatch(/\/a\?b=c$/);
  expect(read.response.headers.get('content-length')).toBeNull();
});

test.each(codings.flatMap((coding) => [0.1, 0.5, 0.9, 0.999].map((part) => [coding, part] as const)))(
  'a body in %s that ends after %d of it fails, and is not taken for the whole',
  async (coding, part) => {
    const whole = compress[coding]!(Buffer.from(text));
    const cut = fetchOf(coding, whole.subarray(0, Math.floor(whole.length * part)));
    await expect(cut).rejects.toMatchObject({ cause: { code: 'BODY_DAMAGED' } });
  },
);

test.each(['gzip', 'br', 'zstd', 'deflate'])(
  'a body that is not in %s, as it says, is read as it is',
  async (coding) => {
    const plain = 'A plain text — as it was stored';
    expect((await fetchOf(coding, plain)).text).toBe(plain);
  },
);

test.each(['aws-chunked', 'utf-8', 'identity', ''])(
  'the coding %j is none, and leaves the body',
  async (coding) => {
    expect((await fetchOf(coding, 'as it is')).text).toBe('as it is');
  },
);

test('an answer without a body may name a coding', async () => {
  const server = await startStubServer((_request, response) => {
    response.writeHead(204, { 'content-encoding': 'gzip' }).end();
    return undefined;
  });
  const response = await egress.fetch(server.url);
  expect([response.status, await response.text()]).toEqual([204, '']);
  await server.close();
});
