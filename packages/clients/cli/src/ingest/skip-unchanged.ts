import type { DocfleetClient, Document } from '@docfleet/sdk';
import type { SourceFile } from './list-files.ts';
import type { Outcome } from './reporter.ts';
import type { SentFile, SentFiles } from './sent-files.ts';
import type { UploadOptions } from './upload.ts';

interface SkipOptions {
  readonly client: DocfleetClient;
  readonly sentFiles: SentFiles;
  readonly upload: UploadOptions;
  /** Called for each that need not be sent: UNCHANGED, or ACCEPTED when its document has not come to its end. */
  readonly onSkip: (outcome: Outcome) => Promise<void>;
}

const documentsAtOnce = 100;

/**
 * The files that have to be sent. One that is as it was when it was sent from here is left out if the service has its document just as that
 * made it; who deleted it or sent another content meanwhile, and a document that failed, let the file be sent again.
 */
export async function* skipUnchanged(
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  options: SkipOptions,
): AsyncGenerator<SourceFile> {
  let candidates: Candidate[] = [];
  for await (const file of files) {
    const sent = await options.sentFiles.recall(file, options.upload);
    if (!sent) yield file;
    else if (candidates.push({ file, sent }) === documentsAtOnce) {
      yield* changed(candidates, options);
      candidates = [];
    }
  }
  yield* changed(candidates, options);
}

interface Candidate {
  readonly file: SourceFile;
  readonly sent: SentFile;
}

async function* changed(candidates: readonly Candidate[], options: SkipOptions): AsyncGenerator<SourceFile> {
  const { client, upload, onSkip } = options;
  const made = await documentsAsSent(
    client,
    upload.namespaceId,
    candidates.map(({ sent }) => sent),
  );
  for (const { file, sent } of candidates) {
    const { documentId, ingestJobRunId } = sent;
    const status = statusOf(made.get(documentId));
    if (!status) yield file;
    else {
      const facts = { source: file.path, externalId: file.externalId, error: null };
      await onSkip({ ...facts, status, documentId, ingestJobRunId });
    }
  }
}

function statusOf(document: Document | undefined): 'UNCHANGED' | 'ACCEPTED' | undefined {
  const status = document?.ingestionStatus;
  if (status === undefined || status === 'FAILED' || status === 'CANCELLED') return undefined;
  return status === 'SUCCESS' ? 'UNCHANGED' : 'ACCEPTED';
}

/** Returns, by id, the documents that still have the content of the recorded upload: their latest run is the recorded run. */
export async function documentsAsSent(
  client: DocfleetClient,
  namespaceId: string,
  sent: readonly SentFile[],
): Promise<ReadonlyMap<string, Document>> {
  const found = new Map<string, Document>();
  for (let start = 0; start < sent.length; start += documentsAtOnce) {
    const batch = sent.slice(start, start + documentsAtOnce);
    const runs = new Map(batch.map(({ documentId, ingestJobRunId }) => [documentId, ingestJobRunId]));
    const { documents = [] } = await client.documents.list({
      namespaceId,
      filterConfig: { documentIds: [...runs.keys()] },
      pagination: { pageSize: documentsAtOnce },
    });
    for (const document of documents)
      if (runs.get(document.id) === document.ingestJobRun.id) found.set(document.id, document);
  }
  return found;
}
