import { Readable } from 'node:stream';
import type { Metadata } from '@docfleet/sdk';
import type { Session } from '../session.ts';
import type { Reporter } from './reporter.ts';
import { trackDocuments } from './track-documents.ts';
import type { UploadOptions } from './upload.ts';

interface InputOptions extends UploadOptions {
  /** Name of the document; its extension decides how the content is read. */
  readonly name: string;
  readonly externalId?: string;
  readonly isAwaited: boolean;
  readonly metadata?: Metadata;
}

/** Sends what is piped in, as it comes, and reports what becomes of it. It cannot be read twice, so that it is not sent again. */
export async function ingestInput(
  { client, terminal, signal }: Session,
  reporter: Reporter,
  { name, externalId, isAwaited, ...options }: InputOptions,
): Promise<void> {
  const tracker = trackDocuments({ client, namespaceId: options.namespaceId, signal, onEnd: reporter.ended });
  const content = Readable.toWeb(terminal.input as Readable) as ReadableStream;
  try {
    const { documents, ingestJobRunId } = await client.ingest.file({
      ...options,
      ...(externalId !== undefined && { config: { externalId } }),
      file: { name, content },
    });
    const documentId = documents[0]?.id ?? '';
    const outcome = {
      source: name,
      status: 'ACCEPTED' as const,
      documentId,
      externalId: externalId ?? null,
      ingestJobRunId,
      error: null,
    };
    if (isAwaited) await tracker.add(outcome);
    else await reporter.ended(outcome);
  } finally {
    await tracker.finish();
  }
}
