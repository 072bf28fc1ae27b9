import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createFileWriter } from './write-file.ts';

const never = new AbortController().signal;
let top: string;
let root: string;
let synced: string[];
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'write-file-'));
});
beforeEach(async () => {
  root = await mkdtemp(join(top, 'root-'));
  synced = [];
});
afterAll(() => rm(top, { recursive: true }));

const header = Buffer.from('header ');
const open = (sync = async (folder: string) => void synced.push(relative(root, folder))) =>
  createFileWriter(join(root, 'n', 'incoming'), sync);
const write = (
  writer: ReturnType<typeof open>,
  path: string,
  body: Readable | string = 'body',
  signal = never,
) => writer.write(join(root, path), header, body, signal);
const incoming = () => readdir(join(root, 'n', 'incoming'));

test('a file is durable with every folder that was made for it', async () => {
  const writer = open();
  expect(await write(writer, 'n/files/a/b/c')).toBe(4);
  expect(await readFile(join(root, 'n/files/a/b/c'), 'utf8')).toBe('header body');
  expect(synced.toSorted()).toEqual(['', 'n', 'n', 'n/files', 'n/files/a', 'n/files/a/b']);
  expect(await incoming()).toEqual([]);
  synced = [];
  await write(writer, 'n/files/a/b/d');
  expect(synced).toEqual(['n/files/a/b']);
});

test('a write is over when its folders are synced, and fails where they cannot be', async () => {
  const broken = new Set(['n']);
  const writer = open(async (folder) => {
    const place = relative(root, folder);
    await new Promise((resolve) => setImmediate(resolve));
    synced.push(place);
    if (broken.has(place)) throw Object.assign(new Error('the disk'), { code: 'EIO' });
  });
  await expect(write(writer, 'n/files/a')).rejects.toMatchObject({ code: 'EIO' });
  broken.clear();
  await write(writer, 'n/files/a');
  expect(synced).toContain('n/files');
  broken.add('n/files');
  await expect(write(writer, 'n/files/b')).rejects.toMatchObject({ code: 'EIO' });
  expect(await incoming()).toEqual([]);
});

test('a folder that goes while it is synced was removed with what it held', async () => {
  await mkdir(join(root, 'n', 'incoming'), { recursive: true });
  const writer = open(async () => {
    throw Object.assign(new Error('gone'), { code: 'ENOENT' });
  });
  expect(await write(writer, 'n/a')).toBe(4);
});

test('what is aborted before it was written is not placed, and leaves nothing', async () => {
  const writer = open();
  await expect(write(writer, 'n/files/a', 'body', AbortSignal.abort('stopped'))).rejects.toBe('stopped');
  const stopping = new AbortController();
  const body = Readable.from(
    (async function* () {
      yield 'half';
      stopping.abort('stopped');
      yield 'whole';
    })(),
  );
  await expect(write(writer, 'n/files/a', body, stopping.signal)).rejects.toBe('stopped');
  expect(body.destroyed).toBe(true);
  expect(await incoming()).toEqual([]);
  expect(await readdir(join(root, 'n'))).toEqual(['incoming']);
});

test('a namespace that was purged is written to again', async () => {
  const writer = open();
  await write(writer, 'n/files/a');
  await rm(join(root, 'n'), { recursive: true });
  await expect(write(writer, 'n/files/b')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await write(writer, 'n/files/b')).toBe(4);
});

test('a folder in whose place a file stands is refused at once', async () => {
  const writer = open();
  await write(writer, 'n/files');
  await expect(write(writer, 'n/files/a')).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(await incoming()).toEqual([]);
});
