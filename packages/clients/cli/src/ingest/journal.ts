import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Records by their keys on disk: a line is added for each change, and the last one of a key counts. */
export interface Journal<Value> {
  readonly entries: ReadonlyMap<string, Value>;
  /** Writes a value; undefined takes it away. */
  put(key: string, value: Value | undefined): Promise<void>;
}

type Line<Value> = readonly [key: string, value?: Value];

/** A file of fewer lines is not worth writing anew. */
const fewLines = 1_000;

/**
 * Opens the journal in this file; there are no entries where there is none. It is a cache: a line that is not as it was written, as one that
 * was cut off, counts as not there, and what the disk refuses is reported to `onFailure`, and kept until the program ends.
 */
export async function openJournal<Value>(
  path: string,
  onFailure: (error: unknown) => void,
): Promise<Journal<Value>> {
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value | undefined) =>
    value === undefined ? entries.delete(key) : entries.set(key, value);
  const read = async () => {
    const lines = (await readIfThere(path)).split('\n');
    for (const [key, value] of lines.flatMap(parseLine<Value>)) set(key, value);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (lines.length > fewLines && lines.length > 2 * entries.size) await rewrite(path, entries);
    // After a line that was cut off, the next one begins on its own.
    else if (lines.at(-1) !== '') await append(path, '\n');
  };
  await read().catch(onFailure);
  return {
    entries,
    async put(key, value) {
      set(key, value);
      await append(path, lineOf(key, value)).catch(onFailure);
    },
  };
}

const lineOf = (key: string, value: unknown) => `${JSON.stringify([key, value])}\n`;

/** For its owner alone: it names files. */
const append = (path: string, text: string) => appendFile(path, text, { mode: 0o600 });

const readIfThere = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

function parseLine<Value>(line: string): Line<Value>[] {
  try {
    const [key, value] = JSON.parse(line) as [string, Value | null];
    return [value === null ? [key] : [key, value]];
  } catch {
    return [];
  }
}

async function rewrite(path: string, entries: ReadonlyMap<string, unknown>): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, [...entries].map(([key, value]) => lineOf(key, value)).join(''), { mode: 0o600 });
  await rename(draft, path);
}
