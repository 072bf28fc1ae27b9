import type { Session } from '../session.ts';
import { inParallel } from './in-parallel.ts';
import type { Outcome } from './outcome.ts';
import type { Reporter } from './reporter.ts';
import type { SourceFile } from './source-file.ts';
import { trackDocuments } from './track-documents.ts';
import { type UploadOptions, upload } from './upload.ts';

export interface IngestFilesOptions extends UploadOptions {
  /** How many are sent at once. */
  readonly concurrency: number;
  /** Follows each to its end; otherwise its acceptance is its end. */
  readonly isAwaited: boolean;
}

/** Sends files, a few at once, and reports what becomes of each. */
export async function ingestFiles(
  { client, signal }: Session,
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  reporter: Reporter,
  { concurrency, isAwaited, ...options }: IngestFilesOptions,
): Promise<void> {
  const tracker = trackDocuments({
    client,
    namespaceId: options.namespaceId,
    signal,
    onEnd: reporter.ended,
  });
  try {
    await inParallel(files, concurrency, async (file) => {
      signal.throwIfAborted();
      const outcome = await upload(client, file, options);
      reporter.sent();
      if (isAwaited && isFollowed(outcome)) await tracker.add(outcome);
      else await reporter.ended(outcome);
    });
  } finally {
    // Also when sending failed: what was accepted before has an end that is worth knowing, unless nobody waits any more.
    await tracker.finish();
  }
}

const isFollowed = (outcome: Outcome): outcome is Outcome & { readonly documentId: string } =>
  outcome.status === 'ACCEPTED' && outcome.documentId !== null;
