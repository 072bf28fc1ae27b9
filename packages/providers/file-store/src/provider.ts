import type { Readable } from 'node:stream';
import type { Egress } from '@docfleet/egress';
import { type OperatorSettings, providersOf } from '@docfleet/provider';

/** Bytes of a file, both ends included; an end behind the file's is its last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredFile {
  readonly body: Readable;
  /** Size of the whole file in bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Range of bytes that the body holds; undefined when it holds all. */
  readonly range?: ByteRange;
}

/** The files of one namespace: keys are relative to its own prefix and may hold any character. */
export interface FileStore {
  /** Set where files lie on this machine, and no vendor is waited for. */
  readonly isLocal?: true;
  /** Writes, reads and removes a probe; rejects with PROVIDER_REJECTED naming the setting that is wrong. */
  check(signal: AbortSignal): Promise<void>;
  /** Writes a file as a whole or not at all; a stream is never held in memory. Resolves with its size in bytes when it is durable. */
  put(
    key: string,
    body: Readable | Uint8Array | string,
    contentType: string,
    signal: AbortSignal,
  ): Promise<number>;
  /** Opens a file for reading; undefined when there is none. A range that begins behind its end is ignored. */
  get(key: string, signal: AbortSignal, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Removes files; absent ones are no error. */
  remove(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Keys that begin with `prefix`, in pages. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<string>;
  /** Removes files that killed writers have left and no key names. Files being written stay. */
  sweep(signal: AbortSignal): Promise<void>;
  /** Removes every file of this namespace, including partial ones; returns their number. */
  purge(signal: AbortSignal): Promise<number>;
  close(): void;
}

export interface FileStoreContext {
  /** The namespace's id: the prefix that keeps namespaces sharing a bucket or folder apart. */
  readonly namespaceId: string;
  readonly egress: Egress;
  /** Settings of the operator, of which each provider reads its own. */
  readonly settings?: OperatorSettings | undefined;
}

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineFileStoreProvider = providersOf<FileStoreContext, FileStore>();
