import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNativeError } from 'node:util/types';
import type { Session } from '../session.ts';
import type { SourceFile } from './list-files.ts';
import type { UploadOptions } from './upload.ts';

/** Records by their keys on disk: a line is added for each change, and the last one of a key counts. */
interface Journal<Value> {
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

/** Record of a file that the service accepted. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  /** Time of the last change of the file; null if that was too short before sending to detect a later change. */
  readonly changedAtMs: number | null;
  /** SHA-256 of the sent bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** SHA-256 of the options that were sent with the file. */
  readonly options: string;
  readonly documentId: string;
  readonly ingestJobRunId: string;
}

/** Records of the files that this machine has sent, kept for each folder that was named. */
export interface SentFiles {
  /** Returns the record of a file if neither its content nor its options have changed since it was sent; otherwise undefined. */
  recall(file: SourceFile, options: UploadOptions): Promise<SentFile | undefined>;
  record(file: SourceFile, options: UploadOptions, sent: Sent): Promise<void>;
  /** Returns the records of a folder, by external id. */
  sentFrom(root: string): Promise<ReadonlyMap<string, SentFile>>;
  forget(root: string, externalId: string): Promise<void>;
}

interface Sent extends Pick<SentFile, 'sha256' | 'documentId' | 'ingestJobRunId'> {
  /** Time at which reading of the file began. */
  readonly readAtMs: number;
}

/** File systems that keep time in steps of two seconds exist: a change within one is not seen. */
const coarsestMs = 2_000;

/**
 * Opens the record of sent files in the user's cache folder, one for each service, namespace, tenant and id prefix. If the cache
 * cannot be used, warns once and keeps the record in memory until the command ends.
 */
export function openSentFiles(session: Session, idPrefix: string | undefined): SentFiles {
  const { account, environment, printer } = session;
  const place = [account.url, session.namespaceId(), account.tenantId, idPrefix];
  const journals = new Map<string, Promise<Journal<SentFile>>>();
  let isReported = false;
  const report = (error: unknown) => {
    if (!isReported) printer.note(`What is sent is not remembered: ${reasonOf(error)}`);
    isReported = true;
  };
  const open = (root: string) => {
    const name = digestOf([...place, root]);
    const path = join(environment.cacheDirectory, 'sent', `${name}.jsonl`);
    const journal = journals.get(root) ?? openJournal<SentFile>(path, report);
    journals.set(root, journal);
    return journal;
  };
  const put = async (root: string, externalId: string, sent: SentFile | undefined) => {
    await (await open(root)).put(externalId, sent);
  };
  return {
    async recall(file, options) {
      const sent = (await open(file.root)).entries.get(file.externalId);
      if (!sent || sent.bytes !== file.bytes || sent.options !== optionsOf(file, options)) return undefined;
      if (sent.changedAtMs === file.changedAtMs) return sent;
      const readAtMs = Date.now();
      if ((await sha256Of(file.path)) !== sent.sha256) return undefined;
      await put(file.root, file.externalId, { ...sent, changedAtMs: settledAt(file, readAtMs) });
      return sent;
    },
    async record(file, options, { readAtMs, sha256, documentId, ingestJobRunId }) {
      const { path, bytes } = file;
      const changedAtMs = settledAt(file, readAtMs);
      const sent = { sha256, documentId, ingestJobRunId, options: optionsOf(file, options) };
      await put(file.root, file.externalId, { path, bytes, changedAtMs, ...sent });
    },
    sentFrom: async (root) => (await open(root)).entries,
    forget: (root, externalId) => put(root, externalId, undefined),
  };
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const optionsOf = ({ name }: SourceFile, { metadata, chunkConfig, ocrConfig, htmlContent }: UploadOptions) =>
  digestOf([name, metadata, chunkConfig, ocrConfig, ...(htmlContent ? [htmlContent] : [])]);

const settledAt = ({ changedAtMs }: SourceFile, readAtMs: number) =>
  Math.abs(readAtMs - changedAtMs) > coarsestMs ? changedAtMs : null;

/** Hashes the current content of a file; undefined when it cannot be read, which sending it will report. */
async function sha256Of(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if (isNativeError(error) && 'syscall' in error) return undefined;
    throw error;
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
