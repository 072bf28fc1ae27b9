import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileStoreConformance } from '../../../test/conformance.ts';
import { openFileStore } from '../../index.ts';
import { localError } from './write-file.ts';

const never = new AbortController().signal;
const egress = createEgress({ allowCidrs: [] });
let localFilesDirectory: string;
beforeAll(async () => {
  localFilesDirectory = await mkdtemp(join(tmpdir(), 'local-files-'));
});
afterAll(async () => {
  await rm(localFilesDirectory, { recursive: true });
  await egress.close();
});

const open = (namespaceId: string) =>
  openFileStore(
    { type: 'LOCAL' },
    { namespaceId, egress, settings: { LOCAL_FILES_DIR: localFilesDirectory } },
  );

fileStoreConformance(open);

test('a configuration that says where to write is refused', () => {
  const context = { namespaceId: 'n', egress, settings: { LOCAL_FILES_DIR: localFilesDirectory } };
  expect(() => openFileStore({ type: 'LOCAL', directory: '/etc' }, context)).toThrow(/directory/);
});

test('what a crash left behind is not listed, and removed once it is an hour old', async () => {
  const incoming = join(localFilesDirectory, 'crashed', 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of ['old', 'young']) await writeFile(join(incoming, name), 'half a file');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  await utimes(join(incoming, 'old'), twoHoursAgo, twoHoursAgo);

  const store = open('crashed');
  await store.put('whole', 'value', 'text/plain', never);
  expect(await Array.fromAsync(store.list('', never))).toEqual(['whole']);
  expect(await readdir(incoming)).toEqual(['young']);
});

test('what a killed writer left goes without another write once it is an hour old, and with its namespace at once', async () => {
  const incoming = join(localFilesDirectory, 'killed', 'incoming');
  const store = open('killed');
  await store.put('whole', 'value', 'text/plain', never);
  for (const name of ['old', 'young']) await writeFile(join(incoming, name), 'half a file');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  await utimes(join(incoming, 'old'), twoHoursAgo, twoHoursAgo);
  await store.sweep(never);
  expect(await readdir(incoming)).toEqual(['young']);

  expect(await store.purge(never)).toBe(2);
  expect(await readdir(localFilesDirectory)).not.toContain('killed');
});

test('nothing stays on disk of a file that was removed or never finished', async () => {
  const store = open('tidy');
  await store.put('a/b/c', 'value', 'text/plain', never);
  await expect(store.put('a/d', 'value', 'x'.repeat(5_000), never)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await store.remove(['a/b/c'], never);
  expect(await readdir(join(localFilesDirectory, 'tidy'), { recursive: true })).toEqual([
    'files',
    'incoming',
  ]);
});

test('writers and removers of one folder do not trip over each other', async () => {
  const store = open('busy');
  const rounds = Array.from({ length: 200 }, async (_, index) => {
    const key = `folder/deep/${index % 4}`;
    await store.put(key, 'value', 'text/plain', never);
    await store.remove([key], never);
  });
  await Promise.all(rounds);
  expect(await Array.fromAsync(store.list('', never))).toEqual([]);
});

test.each([
  ['ENOSPC', /no disk space left/, 30_000],
  ['EDQUOT', /no disk space left/, 30_000],
  ['EMFILE', /Too many files are open/, 30_000],
  ['ENFILE', /Too many files are open/, 30_000],
  ['EIO', /disk with local files has failed/, 30_000],
  ['EROFS', /cannot be written/, undefined],
  ['ENOTDIR', /cannot be written/, undefined],
  ['EACCES', /cannot be written/, undefined],
  ['EPERM', /cannot be written/, undefined],
])('%s of the file system is a fault of ours without its path, to be tried again after %s ms', (...row) => {
  const [code, sentence, retryAfterMs] = row;
  const error = localError(Object.assign(new Error(`${code}: write '/var/lib/secret'`), { code }));
  if (!(error instanceof AppError)) throw new Error('not explained');
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(sentence) });
  expect(error.details.retryAfterMs).toBe(retryAfterMs);
  expect(error.message).not.toContain('/var');
});

test.each([new Error('other'), undefined, null])('%s is no fault of the file system', (error) => {
  expect(localError(error)).toBe(error);
});

test('whatever is asked of a folder in whose place a file stands, the fault is explained without its path', async () => {
  await mkdir(join(localFilesDirectory, 'replaced'), { recursive: true });
  await writeFile(join(localFilesDirectory, 'replaced', 'files'), '');
  const store = open('replaced');
  const asked: Record<string, () => Promise<unknown>> = {
    put: () => store.put('a', 'value', 'text/plain', never),
    get: () => store.get('a', never),
    remove: () => store.remove(['a'], never),
    list: () => Array.fromAsync(store.list('', never)),
    purge: () => store.purge(never),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const outcome = await ask().catch((error: unknown) => error);
    expect({ name, outcome }).toMatchObject({ outcome: { code: 'SERVICE_UNAVAILABLE' } });
    expect(String(outcome)).not.toContain(localFilesDirectory);
  }
});

test('a namespace without a folder has nothing to purge, and two purges at once are one', async () => {
  const context = {
    namespaceId: 'n',
    egress,
    settings: { LOCAL_FILES_DIR: join(localFilesDirectory, 'absent') },
  };
  expect(await openFileStore({ type: 'LOCAL' }, context).purge(never)).toBe(0);
  const store = open('twice');
  for (let index = 0; index < 100; index += 1) await store.put(`a/${index}`, 'value', 'text/plain', never);
  await Promise.all([store.purge(never), open('twice').purge(never)]);
  expect(await readdir(localFilesDirectory)).not.toContain('twice');
});

test('a listing reads no folder but that of its prefix', async () => {
  const store = open('apart');
  await store.put('a/1', 'value', 'text/plain', never);
  await mkdir(join(localFilesDirectory, 'apart', 'files', 'b'));
  await writeFile(join(localFilesDirectory, 'apart', 'files', 'b', '%zz@'), 'no name of a key');
  expect(await Array.fromAsync(store.list('a/', never))).toEqual(['a/1']);
  await expect(Array.fromAsync(store.list('', never))).rejects.toThrow(URIError);
});

test('what is asked by one that has gone is not begun', async () => {
  const store = open('left');
  await store.put('a', 'value', 'text/plain', never);
  const gone = AbortSignal.abort('gone');
  await expect(Array.fromAsync(store.list('', gone))).rejects.toBe('gone');
  await expect(store.remove(['a'], gone)).rejects.toBe('gone');
  await expect(store.purge(gone)).rejects.toBe('gone');
  expect(await Array.fromAsync(store.list('', never))).toEqual(['a']);
});

test('a file that this store did not write is no file of it', async () => {
  const store = open('foreign');
  await store.put('a', 'value', 'text/plain', never);
  const files = join(localFilesDirectory, 'foreign', 'files');
  await writeFile(join(files, 'b@'), 'no header');
  await writeFile(join(files, 'c@'), '{"contentType":7}\nbody');
  await writeFile(join(files, 'notes.txt'), 'of another program');
  expect((await Array.fromAsync(store.list('', never))).toSorted()).toEqual(['a', 'b', 'c']);
  await expect(store.get('b', never)).rejects.toThrow('has no header');
  await expect(store.get('c', never)).rejects.toThrow(/contentType/);
});

test('a folder that cannot be written fails the check for good, with the remedy', async () => {
  const file = join(localFilesDirectory, 'a-file');
  await writeFile(file, '');
  const context = { namespaceId: 'n', egress, settings: { LOCAL_FILES_DIR: join(file, 'below') } };
  const store = openFileStore({ type: 'LOCAL' }, context);
  await expect(store.check(never)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    message: 'The folder of local files cannot be written',
    details: { reason: expect.stringContaining('LOCAL_FILES_DIR') },
  });
});
