import type { Session } from '../session.ts';
import type { SourceFile } from './list-files.ts';
import type { Outcome, Reporter } from './reporter.ts';
import type { SentFiles } from './sent-files.ts';
import { skipUnchanged } from './skip-unchanged.ts';
import { trackDocuments } from './track-documents.ts';
import { type UploadOptions, upload } from './upload.ts';

/**
 * Processes items with limited concurrency. After a failure takes no further items, waits for those in progress, and rejects with
 * the first error.
 */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = iterate(items);
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    try {
      for await (const item of iterator) {
        if (failure) return;
        await work(item);
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failure) throw failure.error;
}

/** Generators answer one after the other, so that several may ask. */
async function* iterate<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export interface IngestFilesOptions extends UploadOptions {
  /** Number of files that are sent at once. */
  readonly concurrency: number;
  /** Follows each to its end; otherwise its acceptance is its end. */
  readonly isAwaited: boolean;
  /** Sends unchanged files as well. */
  readonly isForced: boolean;
  readonly sentFiles: SentFiles;
}

/** Sends new and changed files with limited concurrency, and reports the outcome of each. */
export async function ingestFiles(
  { client, signal }: Session,
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  reporter: Reporter,
  { concurrency, isAwaited, isForced, sentFiles, ...options }: IngestFilesOptions,
): Promise<void> {
  const tracker = trackDocuments({
    client,
    namespaceId: options.namespaceId,
    signal,
    onEnd: reporter.ended,
  });
  const followToEnd = (outcome: Outcome) =>
    isAwaited && isFollowed(outcome) ? tracker.add(outcome) : reporter.ended(outcome);
  const skipping = { client, sentFiles, upload: options, onSkip: followToEnd };
  try {
    await inParallel(isForced ? files : skipUnchanged(files, skipping), concurrency, async (file) => {
      signal.throwIfAborted();
      const readAtMs = Date.now();
      const { outcome, sha256 } = await upload(client, file, options);
      if (isFollowed(outcome)) await sentFiles.record(file, options, { ...outcome, sha256, readAtMs });
      reporter.sent();
      await followToEnd(outcome);
    });
  } finally {
    // Also when sending failed: what was accepted before has an end that is worth knowing, unless the wait was aborted.
    await tracker.finish();
  }
}

interface Accepted {
  readonly documentId: string;
  readonly ingestJobRunId: string;
}

const isFollowed = (outcome: Outcome): outcome is Outcome & Accepted =>
  outcome.status === 'ACCEPTED' && outcome.documentId !== null && outcome.ingestJobRunId !== null;
