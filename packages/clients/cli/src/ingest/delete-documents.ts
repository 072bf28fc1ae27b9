import { DocfleetError } from '@docfleet/sdk';
import type { Session } from '../session.ts';
import type { SourceFile } from './list-files.ts';
import type { Reporter } from './reporter.ts';
import type { SentFiles } from './sent-files.ts';

/** A file that is no more. */
export type GoneFile = Pick<SourceFile, 'root' | 'path' | 'externalId'>;

const deletedAtOnce = 100;

/** Deletes the documents that files had when they were sent from here, and no other: by their ids. */
export async function deleteDocuments(
  session: Session,
  files: readonly GoneFile[],
  { reporter, sentFiles }: { readonly reporter: Reporter; readonly sentFiles: SentFiles },
): Promise<void> {
  const sent = [];
  for (const file of files) {
    const documentId = (await sentFiles.sentFrom(file.root)).get(file.externalId)?.documentId;
    // The service refused it: there is no document.
    if (documentId !== undefined) sent.push({ ...file, documentId });
  }
  for (let start = 0; start < sent.length; start += deletedAtOnce) {
    const batch = sent.slice(start, start + deletedAtOnce);
    await deleteByIds(
      session,
      batch.map(({ documentId }) => documentId),
    );
    for (const { root, path, externalId, documentId } of batch) {
      await sentFiles.forget(root, externalId);
      const facts = { source: path, externalId, documentId, ingestJobRunId: null, error: null };
      await reporter.ended({ ...facts, status: 'DELETED' });
    }
  }
}

async function deleteByIds({ client, ...session }: Session, documentIds: readonly string[]): Promise<void> {
  const namespaceId = session.namespaceId();
  const filterConfig = { documentIds };
  try {
    await client.documents.delete({ namespaceId, filterConfig, includeConfig: { documents: false } });
  } catch (error) {
    // Another user has deleted them.
    if (!(error instanceof DocfleetError) || error.code !== 'DOCUMENTS_NOT_FOUND') throw error;
  }
}
