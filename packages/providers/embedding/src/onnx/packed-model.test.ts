import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createEgress } from '@docfleet/egress';
import { startStubServer } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { type LocalModel, localModels, openSentenceModel } from './index.ts';
import { entryOfTar, readPackedModel } from './packed-model.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const scratch = await mkdtemp(join(tmpdir(), 'docfleet-packed-'));
afterAll(async () => {
  await egress.close();
  await rm(scratch, { recursive: true });
});

const hidden = 32;
const inner = 64;
const pieces = ['<s>', '<pad>', '</s>', '<unk>', '▁red', '▁blue', '▁', 'x'];

const integers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const floats = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);
const long = (value: number) => integers(value, 0);

/** Blocks of 32 weights of 4 bits: the scale 1/2 as a number of 16 bits, then values of which the n-th is `at(n)`, from -8 to 7. */
function packed(count: number, at: (index: number) => number): Buffer {
  const blocks = Array.from({ length: count / 32 }, (_, block) => {
    const nibble = (index: number) => at(block * 32 + index) + 8;
    const pairs = Array.from({ length: 16 }, (__, index) => nibble(index) | (nibble(index + 16) << 4));
    return Buffer.from([0x00, 0x38, ...pairs]);
  });
  return Buffer.concat(blocks);
}

/** Names, numbers of values and contents of a model of one layer. */
function tensors(): [string, number, Buffer, boolean][] {
  const plain = (name: string, count: number, value = 0): [string, number, Buffer, boolean] => [
    name,
    count,
    floats(...Array.from({ length: count }, () => value)),
    false,
  ];
  const matrix = (name: string, count: number): [string, number, Buffer, boolean] => [
    name,
    count,
    packed(count, (index) => (index % 7) - 3),
    true,
  ];
  const linear = (name: string, outputs: number, inputs: number) => [
    matrix(`l0.${name}.w`, outputs * inputs),
    plain(`l0.${name}.b`, outputs),
  ];
  const norm = (name: string) => [plain(`${name}.w`, hidden, 1), plain(`${name}.b`, hidden)];
  return [
    matrix('emb.word', pieces.length * hidden),
    plain('emb.pos', 16 * hidden),
    plain('emb.type', hidden),
    ...norm('emb.ln'),
    ...['q', 'k', 'v', 'ao'].flatMap((name) => linear(name, hidden, hidden)),
    ...norm('l0.aln'),
    ...linear('fi', inner, hidden),
    ...linear('fo', hidden, inner),
    ...norm('l0.oln'),
  ];
}

function packedModel(): Buffer {
  const names = pieces.map((piece) => Buffer.from(piece));
  const offsets = [0];
  for (const name of names) offsets.push((offsets.at(-1) ?? 0) + name.length);
  const head = Buffer.concat([
    Buffer.from('E5S1'),
    integers(1, hidden, 1, 2, inner, pieces.length, 16, 1),
    floats(1e-12),
    integers(32, pieces.length, 0, 2, 1, 3),
    long(offsets.at(-1) ?? 0),
    integers(...offsets),
    floats(...pieces.map((_, index) => -index)),
    ...names,
    integers(0, 0),
  ]);
  const all = tensors();
  const entry = (name: string, isPacked: boolean, count: number, offset: number, size: number) =>
    Buffer.concat([
      Buffer.from(Uint16Array.of(name.length).buffer),
      Buffer.from(name),
      Buffer.from([isPacked ? 1 : 0]),
      integers(count),
      long(offset),
      long(size),
    ]);
  const listing = all.reduce((sum, [name]) => sum + name.length + 23, 4);
  let offset = head.length + listing;
  const entries = all.map(([name, count, content, isPacked]) => {
    const made = entry(name, isPacked, count, offset, content.length);
    offset += content.length;
    return made;
  });
  return Buffer.concat([head, integers(all.length), ...entries, ...all.map(([, , content]) => content)]);
}

function tarOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  return Buffer.concat([header, content, Buffer.alloc(1_536 - (content.length % 512))]);
}

const archive = gzipSync(
  Buffer.concat([
    tarOf('other.txt', Buffer.from('words')).subarray(0, 1_024),
    tarOf('model.bin', packedModel()),
  ]),
);
const model: LocalModel = {
  ...localModels[3],
  name: 'packed',
  files: { 'packed.tar.gz': createHash('sha256').update(archive).digest('hex') },
  archive: { folder: 'a/b', entry: 'model.bin' },
  dimensions: hidden,
  tokens: 16,
};

test('weights of 4 bits are read as the numbers that they stand for, by the names of safetensors', () => {
  const { config, weights } = readPackedModel(packedModel());
  expect(config).toMatchObject({ hidden_size: hidden, num_hidden_layers: 1, max_position_embeddings: 16 });
  const words = weights.get('embeddings.word_embeddings.weight');
  expect(words?.shape).toEqual([pieces.length, hidden]);
  expect([...(words?.values.subarray(30, 36) ?? [])]).toEqual([-0.5, 0, 0.5, 1, 1.5, -1.5]);
  expect(weights.get('encoder.layer.0.output.dense.weight')?.shape).toEqual([hidden, inner]);
  expect(weights.get('encoder.layer.0.attention.output.LayerNorm.weight')?.values[0]).toBe(1);
  expect(() => readPackedModel(Buffer.from('something else'))).toThrow('no packed model');
});

test('an entry of an archive is found by its name, and one that is not there is named', () => {
  const tar = tarOf('model.bin', Buffer.from('weights'));
  expect(entryOfTar(tar, 'model.bin').toString()).toBe('weights');
  expect(() => entryOfTar(tar, 'other.bin')).toThrow('no other.bin');
});

test('a model in a package is fetched as one pinned file, and computes', async () => {
  const host = await startStubServer(({ path }) =>
    path === '/a/b/packed.tar.gz' ? { body: archive } : { status: 404 },
  );
  const source = { directory: scratch, hubUrl: undefined, packagesUrl: host.url, fetch: egress.fetch };
  const sentences = openSentenceModel(model, source);
  const [red, blue, again] = await sentences.embed(['red', 'blue', 'red'], 'document');
  expect(red).toHaveLength(hidden);
  expect(red).toEqual(again);
  expect(red).not.toEqual(blue);
  expect(host.requests).toHaveLength(1);
  await host.close();
});

test('a package that the operator has put into the folder needs no host, and is refused when it is another', async () => {
  const directory = await mkdtemp(join(scratch, 'folder-'));
  const source = { directory, hubUrl: undefined, fetch: egress.fetch };
  await expect(openSentenceModel(model, source).embed(['red'], 'query')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.stringContaining('no host of packages is configured'),
  });
  await mkdir(join(directory, 'packed'), { recursive: true });
  await writeFile(join(directory, 'packed', 'packed.tar.gz'), 'poisoned');
  await expect(openSentenceModel(model, source).embed(['red'], 'query')).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
  });
  await writeFile(join(directory, 'packed', 'packed.tar.gz'), archive);
  await expect(openSentenceModel(model, source).embed(['red'], 'query')).resolves.toHaveLength(1);
});
