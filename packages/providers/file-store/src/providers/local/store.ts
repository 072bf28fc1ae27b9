import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { decodeKey, encodeKey, encodePrefix, type KeyAlphabet } from '../../key-encoding.ts';
import type { ByteRange, FileStore, StoredFile } from '../../provider.ts';
import {
  createFileWriter,
  createFolderSync,
  errorCode,
  localError,
  trialFailure,
  unlessAbsent,
} from './write-file.ts';

/** Lower case alone, because some file systems do not distinguish cases. */
const alphabet: KeyAlphabet = { unsafe: /[^a-z0-9._-]+/gu, continued: '~/~' };

/** Ends a file's name, so that "a" and "a/b" can both be keys. */
const file = '@';

/** Returns the path of a key's file below the namespace's folder. */
const filePath = (key: string): string => encodeKey(key, alphabet) + file;

/** The deepest folder that holds every file whose key begins with `prefix`. */
function folderOf(prefix: string): string {
  return encodePrefix(prefix, alphabet).split('/').slice(0, -1).join('/');
}

const isFile = (path: string): boolean => path.endsWith(file);

/** The key of a file, from its path below the namespace's folder. */
const keyOf = (path: string): string => decodeKey(path.slice(0, -file.length), alphabet);

const maxHeaderBytes = 4_096;
const storedHeader = z.object({ contentType: z.string() });

/** Formats the header of a file: one line of JSON before the body. Header and body share a file, so that they change atomically. */
function writeHeader(contentType: string): Buffer {
  const header = Buffer.from(`${JSON.stringify({ contentType })}\n`);
  if (header.length > maxHeaderBytes)
    throw new AppError('INVALID_REQUEST', 'The content type of a stored file is too long');
  return header;
}

async function readHeader(file: FileHandle): Promise<{ contentType: string; length: number }> {
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
  const end = head.subarray(0, bytesRead).indexOf('\n');
  if (end < 0) throw new Error('A stored file has no header: it was not written by this store');
  const { contentType } = storedHeader.parse(JSON.parse(head.toString('utf8', 0, end)));
  return { contentType, length: end + 1 };
}

async function openFile(
  path: string,
  signal: AbortSignal,
  wanted: ByteRange | undefined,
): Promise<StoredFile | undefined> {
  const file = await open(path).catch(unlessAbsent);
  if (!file) return undefined;
  try {
    const { contentType, length } = await readHeader(file);
    const size = (await file.stat()).size - length;
    if (!wanted || wanted.first >= size)
      return { body: file.createReadStream({ start: length, signal }), size, contentType };
    const range = { first: wanted.first, last: Math.min(wanted.last, size - 1) };
    const span = { start: length + range.first, end: length + range.last };
    return { body: file.createReadStream({ ...span, signal }), size, contentType, range };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether a folder holds something: Linux says ENOTEMPTY, and POSIX allows the other. */
const isNotEmpty = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes(String(errorCode(error)));

/** Removes folders upwards until one is not empty; resolves with that one. */
async function removeEmptyFolders(folder: string, top: string): Promise<string> {
  for (let current = folder; current !== top; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue;
      // Another writer has written there meanwhile, or it was never empty.
      if (isNotEmpty(error)) return current;
      throw error;
    }
  }
  return top;
}

/** Removes a folder with the empty ones that lie in it; a file that comes meanwhile stays. */
async function removeFolders(folder: string): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessAbsent)) ?? [];
  for (const entry of entries) if (entry.isDirectory()) await removeFolders(join(folder, entry.name));
  await rmdir(folder).catch((error: unknown) => {
    if (!isNotEmpty(error)) unlessAbsent(error);
  });
}

async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    signal.throwIfAborted();
    const entries = (await readdir(current, { withFileTypes: true }).catch(unlessAbsent)) ?? [];
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (isFile(path)) yield path;
    }
  }
}

async function* keysBelow(files: string, prefix: string, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for await (const path of filesBelow(join(files, folderOf(prefix)), signal)) {
      const key = keyOf(relative(files, path));
      if (key.startsWith(prefix)) yield key;
    }
  } catch (error) {
    throw localError(error);
  }
}

async function probe(store: FileStore, signal: AbortSignal): Promise<void> {
  const key = `.docfleet-check-${randomUUID()}`;
  await store.put(key, key, 'text/plain', signal);
  const file = await store.get(key, signal);
  if (!file || (await buffer(file.body)).toString() !== key)
    throw new AppError('SERVICE_UNAVAILABLE', 'The folder of local files does not return what was written');
  await store.remove([key], signal);
}

/** The operator's own disk. A namespace's files lie in `<namespace>/files`, those on their way in `<namespace>/incoming`. */
export function openLocalStore(directory: string, namespaceId: string): FileStore {
  const root = join(directory, folderOf(`${namespaceId}/`));
  const files = join(root, 'files');
  const sync = createFolderSync();
  const writer = createFileWriter(join(root, 'incoming'), sync);
  const explained = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw localError(error);
    }
  };
  const remove = async (keys: readonly string[], signal: AbortSignal) => {
    const changed = new Set<string>();
    for (const key of keys) {
      signal.throwIfAborted();
      const path = join(files, filePath(key));
      const removed = await unlink(path).then(() => true, unlessAbsent);
      if (removed) changed.add(await removeEmptyFolders(dirname(path), files));
    }
    for (const folder of changed) await sync(folder).catch(unlessAbsent);
  };

  const purge = async (signal: AbortSignal) => {
    let removed = await writer.sweep({ all: true });
    for await (const path of filesBelow(files, signal)) {
      await unlink(path).catch(unlessAbsent);
      removed += 1;
    }
    await removeFolders(root);
    await sync(directory).catch(unlessAbsent);
    return removed;
  };

  const store: FileStore = {
    isLocal: true,
    async check(signal) {
      try {
        await probe(store, signal);
      } catch (error) {
        throw trialFailure(error);
      }
    },
    put: async (key, body, contentType, signal) =>
      explained(writer.write(join(files, filePath(key)), writeHeader(contentType), body, signal)),
    get: async (key, signal, range) => explained(openFile(join(files, filePath(key)), signal, range)),
    remove: (keys, signal) => explained(remove(keys, signal)),
    list: (prefix, signal) => keysBelow(files, prefix, signal),
    sweep: async () => void (await explained(writer.sweep())),
    purge: (signal) => explained(purge(signal)),
    close: () => {},
  };
  return store;
}
