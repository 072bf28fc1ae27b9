import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';
import { orAborted } from '../../or-aborted.ts';

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no disk space left for local files',
  EDQUOT: 'There is no disk space left for local files',
  EROFS: 'The folder of local files cannot be written',
  ENOTDIR: 'The folder of local files cannot be written',
  EACCES: 'The folder of local files cannot be written',
  EPERM: 'The folder of local files cannot be written',
  EMFILE: 'Too many files are open at once',
  ENFILE: 'Too many files are open at once',
  EIO: 'The disk with local files has failed',
};

/** Faults that pass by themselves or are repaired elsewhere, and do not concern the namespace's configuration. */
const passing = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO'];
const retryAfterMs = 30_000;

export const errorCode = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** Returns a file system's error as an AppError without the operator's paths; all else as it is. */
export function localError(error: unknown): unknown {
  const code = String(errorCode(error));
  const sentence = sentences[code];
  if (sentence === undefined) return error;
  const details = passing.includes(code) ? { retryAfterMs } : {};
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause: error, details });
}

/**
 * Returns the error of a trial write with advice for the operator. A folder that cannot be written becomes PROVIDER_REJECTED, which is not
 * retried; what may pass by itself stays as it is.
 */
export function trialFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.retryAfterMs !== undefined) return error;
  const reason =
    'Its operator has to grant the services the right to create and remove files at LOCAL_FILES_DIR, which is a folder below DATA_DIR unless set';
  return new AppError('PROVIDER_REJECTED', error.message, { cause: error, details: { reason } });
}

/** Undefined instead of an error when something is not there. */
export function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** Undefined instead of an error when a folder was removed while it was created: Node reports this as ENOENT or ENOTDIR. If a file is in its place, the next rename fails. */
function unlessRemoved(error: unknown): undefined {
  if (errorCode(error) !== 'ENOTDIR') unlessAbsent(error);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the entries of folders durable. Callers that come while a folder is being synced share the next sync, so that many small
 * files a second in one folder cost a few syncs and not one each.
 */
export function createFolderSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  const start = (folder: string): Promise<void> => {
    const sync = syncFolder(folder).finally(() => running.delete(folder));
    running.set(folder, sync);
    return sync;
  };

  return (folder) => {
    const current = running.get(folder);
    if (!current) return start(folder);
    const next =
      waiting.get(folder) ??
      current
        .catch(() => {}) // Its own callers hear of it.
        .then(() => {
          waiting.delete(folder);
          return start(folder);
        });
    waiting.set(folder, next);
    return next;
  };
}

/** A file without a write for an hour is what a crash left behind. */
const abandonedAfterMs = 3_600_000;

const placingAttempts = 10;

export interface FileWriter {
  /** Removes the files of writers that were killed; with `all`, those of every writer. Returns how many. */
  sweep(options?: { readonly all?: boolean }): Promise<number>;
  /** Writes header and body to the path, as a whole or not at all; resolves with the body's size when it is durable. */
  write(
    path: string,
    header: Buffer,
    body: Readable | Uint8Array | string,
    signal: AbortSignal,
  ): Promise<number>;
}

async function removeUnfinished(incoming: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(incoming).catch(unlessAbsent)) ?? []) {
    const file = join(incoming, name);
    // It may be finished, and gone, by now.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < olderThanMs) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

async function writeTemporary(
  path: string,
  header: Buffer,
  body: Readable | Uint8Array | string,
  signal: AbortSignal,
): Promise<number> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(header);
    // A stream may be deaf to its signal, for which this would wait.
    await orAborted(file.writeFile(body, { signal }), signal);
    await file.datasync();
    signal.throwIfAborted();
    const { size } = await file.stat();
    return size - header.length;
  } finally {
    await file.close();
  }
}

/** Creates a folder; returns the folders whose entries have changed: above each one that was not there before. */
async function createFolder(folder: string): Promise<string[]> {
  const topmost = await mkdir(folder, { recursive: true });
  if (topmost === undefined) return [];
  const changed: string[] = [];
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) changed.push(dirname(made));
  return changed;
}

/**
 * Writes files through the folder `incoming`, which must lie on the same file system: a reader sees the old file or the new one.
 */
export function createFileWriter(incoming: string, sync: ReturnType<typeof createFolderSync>): FileWriter {
  let prepared: Promise<void> | undefined;
  const prepare = async () => {
    await Promise.all((await createFolder(incoming)).map(sync));
    await removeUnfinished(incoming, abandonedAfterMs);
  };

  const place = async (temporary: string, path: string): Promise<void> => {
    const folder = dirname(path);
    const changed = new Set([folder]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await rename(temporary, path);
        break;
      } catch (error) {
        unlessAbsent(error);
        if (attempt === placingAttempts) throw error;
      }
      // The folder is new, or was removed as empty in this very moment.
      for (const above of (await createFolder(folder).catch(unlessRemoved)) ?? []) changed.add(above);
    }
    // At once, as they wait for one commit of the file system's journal.
    await Promise.all(Array.from(changed, (each) => sync(each).catch(unlessAbsent)));
  };

  return {
    sweep: (options) =>
      removeUnfinished(incoming, options?.all ? Number.NEGATIVE_INFINITY : abandonedAfterMs),
    async write(path, header, body, signal) {
      signal.throwIfAborted();
      prepared ??= prepare();
      await prepared.catch((error) => {
        prepared = undefined;
        throw error;
      });
      const temporary = join(incoming, randomUUID());
      try {
        const size = await writeTemporary(temporary, header, body, signal);
        await place(temporary, path);
        return size;
      } catch (error) {
        // The folder may have been purged: the next write makes it again.
        if (errorCode(error) === 'ENOENT') prepared = undefined;
        if (body instanceof Readable) body.destroy();
        await rm(temporary, { force: true });
        throw signal.aborted ? signal.reason : error;
      }
    },
  };
}
