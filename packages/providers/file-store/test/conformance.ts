import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { FileStore } from '../src/provider.ts';

const never = new AbortController().signal;

const awkwardKeys = [
  'documents/1/raw.pdf',
  'documents/1',
  'documents/1/',
  'documents//1',
  '/rooted',
  '.',
  '..',
  '../../etc/passwd',
  './documents/1',
  'documents/%2E%2E/1',
  '100 %.txt',
  ' spaces before and after ',
  'plus+and&ampersand=<tag>"quoted"',
  'back\\slash',
  'line\nbreak\ttab',
  'Übergrößen/日本語/😀.md',
  'case',
  'CASE',
  'a~b@c#d?e:f*g|h',
  'long/'.repeat(180),
  'x'.repeat(900),
  'é'.repeat(450),
  `${'y'.repeat(200)}../z`,
];

async function read(store: FileStore, key: string): Promise<string | undefined> {
  const file = await store.get(key, never);
  return file && (await buffer(file.body)).toString();
}

const keysOf = async (store: FileStore, prefix: string) =>
  (await Array.fromAsync(store.list(prefix, never))).sort();

/** A stream of the given bytes that fails instead of ending. */
const failing = (bytes: Buffer, error: Error) =>
  Readable.from(
    (async function* () {
      yield bytes;
      throw error;
    })(),
  );

/** Registers the conformance tests of file stores. `open` returns a store for a namespace, all in the same bucket or folder. */
export function fileStoreConformance(open: (namespaceId: string) => FileStore): void {
  const fresh = () => open(randomUUID());

  test('a working configuration passes its check and leaves nothing behind', async () => {
    const store = fresh();
    await store.check(never);
    expect(await keysOf(store, '')).toEqual([]);
  });

  const text = 'héllo\r\n\0world 😀';
  test.each([
    ['a string', () => text, Buffer.from(text)],
    ['bytes', () => Buffer.from([0, 255, 10, 13]), Buffer.from([0, 255, 10, 13])],
    ['a stream', () => Readable.from([Buffer.from('one '), Buffer.from('two')]), Buffer.from('one two')],
    ['a stream of strings', () => Readable.from(['eins ', 'zwëi']), Buffer.from('eins zwëi')],
    ['an empty string', () => '', Buffer.alloc(0)],
    ['an empty stream', () => Readable.from([]), Buffer.alloc(0)],
  ])('%s is read back exactly, with its size and type', async (_what, body, expected) => {
    const store = fresh();
    expect(await store.put('file', body(), 'text/markdown; charset=utf-8', never)).toBe(expected.length);
    const file = await store.get('file', never);
    expect(file).toMatchObject({ size: expected.length, contentType: 'text/markdown; charset=utf-8' });
    expect((await buffer(file!.body)).equals(expected)).toBe(true);
  });

  test.each([
    [2, 4, 'llo', { first: 2, last: 4 }],
    [8, 1_000, 'orld', { first: 8, last: 11 }],
    [0, 0, 'h', { first: 0, last: 0 }],
    [12, 20, 'hello, world', undefined],
  ])(
    'bytes %i to %i of a file come by themselves, with the size of the whole',
    async (first, last, text, range) => {
      const store = fresh();
      await store.put('file', 'hello, world', 'text/plain', never);
      const file = await store.get('file', never, { first, last });
      expect(file?.size).toBe(12);
      expect(file?.range).toEqual(range);
      expect((await buffer(file!.body)).toString()).toBe(text);
    },
  );

  test('a long stream is read back exactly, and is read no faster than it is taken', async () => {
    const store = fresh();
    const megabyte = randomBytes(2 ** 20);
    const sent = createHash('sha256');
    const source = Readable.from(
      (function* () {
        for (let index = 0; index < 20; index += 1) {
          megabyte.writeUInt32LE(index);
          const chunk = Buffer.from(megabyte);
          sent.update(chunk);
          yield chunk;
        }
      })(),
    );
    expect(await store.put('long', source, 'application/x', never)).toBe(20 * 2 ** 20);
    const { body } = (await store.get('long', never))!;
    const received = createHash('sha256');
    let maxBacklog = 0;
    for await (const chunk of body) {
      maxBacklog = Math.max(maxBacklog, body.readableLength);
      received.update(chunk);
    }
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    expect(maxBacklog).toBeLessThan(2 ** 20);
  });

  test('the last value of a key is the one that is read', async () => {
    const store = fresh();
    await store.put('key', 'a long first value', 'text/plain', never);
    await store.put('key', 'short', 'text/html', never);
    expect(await read(store, 'key')).toBe('short');
    expect((await store.get('key', never))?.contentType).toBe('text/html');
  });

  test('concurrent writers of one key leave the whole value of one of them', async () => {
    const store = fresh();
    const values = Array.from({ length: 10 }, (_, index) => String(index).repeat(100_000 + index));
    await Promise.all(values.map((value) => store.put('contested', value, 'text/plain', never)));
    expect(values).toContain(await read(store, 'contested'));
    expect(await keysOf(store, '')).toEqual(['contested']);
  });

  test('what is not there is undefined', async () => {
    expect(await fresh().get('absent/file', never)).toBeUndefined();
  });

  test('any key can be written, read, listed and removed', async () => {
    const store = fresh();
    for (const key of awkwardKeys) await store.put(key, `value of ${key}`, 'text/plain', never);
    for (const key of awkwardKeys) expect(await read(store, key)).toBe(`value of ${key}`);
    expect(await keysOf(store, '')).toEqual(awkwardKeys.toSorted());
    await store.remove(awkwardKeys, never);
    expect(await keysOf(store, '')).toEqual([]);
  });

  test('a listing has the keys of its prefix and no others', async () => {
    const store = fresh();
    for (const key of awkwardKeys) await store.put(key, '', 'text/plain', never);
    for (const prefix of ['documents/', 'documents/1', '.', '..', '../', 'Ü', 'long/long/l', 'yyy', 'absent'])
      expect(await keysOf(store, prefix)).toEqual(
        awkwardKeys.filter((key) => key.startsWith(prefix)).toSorted(),
      );
  });

  test('namespaces do not see each other', async () => {
    const [one, other] = [fresh(), fresh()];
    await one.put('shared/name', 'of one', 'text/plain', never);
    expect(await other.get('shared/name', never)).toBeUndefined();
    expect(await keysOf(other, '')).toEqual([]);
    await other.put('shared/name', 'of the other', 'text/plain', never);
    await other.remove(['shared/name'], never);
    expect(await read(one, 'shared/name')).toBe('of one');
  });

  test('more than a thousand keys are listed once each and removed together', async () => {
    const store = fresh();
    const keys = Array.from({ length: 1_050 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => store.put(key, key, 'text/plain', never)));
    await store.put('other', '', 'text/plain', never);
    expect(await keysOf(store, 'many/')).toEqual(keys);
    await store.remove(keys, never);
    expect(await keysOf(store, '')).toEqual(['other']);
  });

  test('a purge removes every file of its namespace and no other, and says how many there were', async () => {
    const [purged, other] = [fresh(), fresh()];
    for (const key of awkwardKeys) await purged.put(key, 'value', 'text/plain', never);
    await other.put('kept', 'value', 'text/plain', never);
    expect(await purged.purge(never)).toBe(awkwardKeys.length);
    expect(await keysOf(purged, '')).toEqual([]);
    expect(await purged.purge(never)).toBe(0);
    expect(await keysOf(other, '')).toEqual(['kept']);
  });

  test('removing what is not there is no error', async () => {
    const store = fresh();
    await store.put('there', '', 'text/plain', never);
    await store.remove(['absent', 'there'], never);
    await store.remove(['there'], never);
    await store.remove([], never);
    expect(await store.get('there', never)).toBeUndefined();
  });

  test.each([100, 20_000_000])('a stream that fails after %i bytes leaves the old value', async (size) => {
    const store = fresh();
    const failure = new Error('the client hung up');
    await expect(store.put('new', failing(randomBytes(size), failure), 'text/plain', never)).rejects.toBe(
      failure,
    );
    expect(await store.get('new', never)).toBeUndefined();

    await store.put('old', 'old value', 'text/plain', never);
    await expect(store.put('old', failing(randomBytes(size), failure), 'text/plain', never)).rejects.toBe(
      failure,
    );
    expect(await read(store, 'old')).toBe('old value');
    expect(await keysOf(store, '')).toEqual(['old']);
  });

  test.each([100, 20_000_000])('a write that is aborted after %i bytes leaves nothing', async (size) => {
    const store = fresh();
    const abort = new AbortController();
    const reason = new Error('shutting down');
    const endless = Readable.from(
      (async function* () {
        yield randomBytes(size);
        abort.abort(reason);
        await new Promise(() => {});
      })(),
    );
    await expect(store.put('aborted', endless, 'text/plain', abort.signal)).rejects.toBe(reason);
    expect(await store.get('aborted', never)).toBeUndefined();
  });

  test('a call whose signal has been aborted does nothing', async () => {
    const store = fresh();
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(store.put('key', 'value', 'text/plain', signal)).rejects.toThrow('too late');
    expect(await store.get('key', never)).toBeUndefined();
  });
}
