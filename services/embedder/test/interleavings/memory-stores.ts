import { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import type { VectorRecord, VectorStore } from '@docfleet/vector-store';
import type { Player } from './stage.ts';

/** Contents of the customer's stores; players reach it through stores of their own. */
export interface Shelves {
  readonly vectors: Map<string, VectorRecord>;
  readonly files: Map<string, string>;
  /** Tests whether the next call of a store fails for a moment. */
  fault(): boolean;
}

const unavailable = () => new AppError('PROVIDER_UNAVAILABLE', 'The store is away for a moment');

/** The parts of the port that workers use. A write lands in two halves, so that one may be interrupted between them. */
export function openVectors(shelves: Shelves, player: Player): VectorStore {
  const { vectors } = shelves;
  const call = <Result>(what: string, signal: AbortSignal, act: () => Result) =>
    player.step(`vectors.${what}`, () => {
      signal.throwIfAborted();
      if (shelves.fault()) throw unavailable();
      return act();
    });
  const store: Partial<VectorStore> = {
    async upsert(records, signal) {
      const half = Math.ceil(records.length / 2);
      for (const part of [records.slice(0, half), records.slice(half)])
        if (part.length > 0)
          await call(`upsert ${part.map(({ id }) => id.slice(-6)).join(' ')}`, signal, () => {
            for (const record of part) vectors.set(record.id, record);
          });
    },
    remove: (ids, signal) =>
      call(`remove ${ids.map((id) => id.slice(-6)).join(' ')}`, signal, () => {
        for (const id of ids) vectors.delete(id);
      }),
    updateMetadata: (ids, metadata, signal) =>
      call('updateMetadata', signal, () => {
        for (const id of ids) {
          const record = vectors.get(id);
          if (record) vectors.set(id, { ...record, metadata });
        }
      }),
    updateTerms: (terms, signal) =>
      call('updateTerms', signal, () => {
        for (const [id, own] of terms) {
          const record = vectors.get(id);
          if (record) vectors.set(id, { ...record, terms: own });
        }
      }),
    idsOfDocument: (documentId, signal) =>
      call('idsOfDocument', signal, () =>
        [...vectors.values()].filter((one) => one.documentId === documentId).map(({ id }) => id),
      ),
  };
  return store as VectorStore;
}

export function openFiles({ files }: Shelves, player: Player): FileStore {
  const store: Partial<FileStore> = {
    put: (key, body) =>
      player.step(`files.put ${key.slice(-12)}`, () => {
        files.set(key, String(body));
        return String(body).length;
      }),
    get: (key) =>
      player.step(`files.get ${key.slice(-12)}`, () => {
        const text = files.get(key);
        if (text === undefined) return undefined;
        return { body: Readable.from([Buffer.from(text)]), size: text.length, contentType: 'text/markdown' };
      }),
    remove: (keys) =>
      player.step('files.remove', () => {
        for (const key of keys) files.delete(key);
      }),
    async *list(prefix) {
      yield* await player.step('files.list', () => [...files.keys()].filter((key) => key.startsWith(prefix)));
    },
  };
  return store as FileStore;
}
