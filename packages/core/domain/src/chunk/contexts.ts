import { createHash } from 'node:crypto';
import { type Database, Prisma } from '@docfleet/database';

/** Chat model that writes the context sentence of each chunk, by its names in the namespace's configuration. */
export interface ContextModel {
  readonly provider: string;
  readonly model: string;
}

/** Incremented when sentences are requested in another way, which is another embedding. */
const promptVersion = 1;

/**
 * Returns a key for the context model and its prompt, as JSON. Vector ids and stored sentences contain it, so another model makes new ones.
 */
export const contextOrigin = ({ provider, model }: ContextModel): string =>
  JSON.stringify([promptVersion, provider, model]);

/** The key of a chunk's sentence, in hexadecimal: its model and its text. */
export const contextKey = (model: ContextModel, text: string): string =>
  createHash('sha256').update(contextOrigin(model)).update('\0').update(text).digest('hex');

const toBytes = (keys: readonly string[]) => keys.map((key) => Buffer.from(key, 'hex'));

type Row = { readonly key: string; readonly context: string };
const toMap = (rows: readonly Row[]) => new Map(rows.map(({ key, context }) => [key, context]));

/** Returns the sentences that chunks of a document have, by their keys. */
export async function readContexts(
  database: Database,
  documentId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  return toMap(
    await database.$queryRaw<Row[]>`
      SELECT encode("contentHash", 'hex') AS key, context FROM chunk_contexts
      WHERE "documentId" = ${documentId}::uuid AND "contentHash" = ANY(${toBytes(keys)}::bytea[])`,
  );
}

interface Content {
  readonly id: string;
  readonly revision: number;
}

/** Returns the sentences that chunks of a document have, by their keys, and records that this revision of it has the chunks. */
export async function takeContexts(
  database: Database,
  { id, revision }: Content,
  keys: readonly string[],
): Promise<Map<string, string>> {
  await database.$executeRaw`
    UPDATE chunk_contexts SET revision = ${revision}
    WHERE "documentId" = ${id}::uuid AND "contentHash" = ANY(${toBytes(keys)}::bytea[]) AND revision < ${revision}`;
  return readContexts(database, id, keys);
}

/** Stores a sentence, unless the chunk has one already or the document was purged; returns the one that it has. */
export async function recordContext(
  database: Database,
  { id, revision }: Content,
  { key, context }: Row,
): Promise<string> {
  await database.$executeRaw`
    INSERT INTO chunk_contexts ("documentId", "contentHash", context, revision)
    SELECT id, ${Buffer.from(key, 'hex')}::bytea, ${context}, ${revision}::int FROM documents WHERE id = ${id}::uuid FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
  return (await readContexts(database, id, [key])).get(key) ?? context;
}

/** Revisions for which the sentence of a removed text is kept: writing the text again within them costs no second sentence. */
const keptRevisions = 10;

/** Deletes sentences of chunks that none of a document's last contents has. */
export async function deleteUnusedContexts(database: Database, documentId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM chunk_contexts USING documents
    WHERE "documentId" = ${documentId}::uuid AND documents.id = ${documentId}::uuid
      AND chunk_contexts.revision < documents."activeRevision" - ${keptRevisions}`;
}

/** A common table expression that deletes all sentences of the documents whose ids a query returns. */
export const deletingContexts = (ids: Prisma.Sql) =>
  Prisma.sql`context AS (DELETE FROM chunk_contexts WHERE "documentId" IN (${ids}))`;
