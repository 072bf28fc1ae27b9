import { createReadStream } from 'node:fs';
import type { Upload } from '@docfleet/api/route';
import { documentFileKeys } from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';

const storeTimeoutMs = 300_000;
const discardTimeoutMs = 10_000;

/** Brings an upload into a namespace's file store, and out of it again when its document is not accepted after all. */
export function storeUpload(fileStore: FileStore, file: Upload, callerGone: AbortSignal) {
  const stored: string[] = [];

  return {
    async store({ documentId, revision }: { documentId: string; revision: number }): Promise<void> {
      const { raw } = documentFileKeys(documentId, revision);
      const signal = AbortSignal.any([callerGone, AbortSignal.timeout(storeTimeoutMs)]);
      await fileStore.put(raw, createReadStream(file.path), file.mimeType, signal);
      stored.push(raw);
    },
    /** Removes what was stored, as far as the store lets us, and still fails with `cause`. */
    async discard(cause: unknown): Promise<never> {
      const removal = fileStore.remove(stored, AbortSignal.timeout(discardTimeoutMs));
      await removal.catch(() => undefined);
      throw cause;
    },
  };
}
