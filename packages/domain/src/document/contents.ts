import type { Database } from '@docfleet/database';

/** The accepted text of a revision, until it is embedded; undefined when the revision came as a file. */
export async function readDocumentContent(
  database: Database,
  documentId: string,
  revision: number,
): Promise<string | undefined> {
  const row = await database.documentContent.findUnique({
    where: { documentId_revision: { documentId, revision } },
  });
  return row?.text;
}
