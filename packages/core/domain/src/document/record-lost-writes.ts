import { type Database, Prisma } from '@docfleet/database';
import { cleanDocument } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { recordCleaning } from './cleanings.ts';

/** The revision of chunks that no content has: vectors that a worker wrote when it had lost its document. */
const disowned = 0;

export interface Disowned {
  /** Whether the writer has to remove its own vectors, because the document is deleted and no cleanup will follow. */
  readonly removeNow: boolean;
  readonly jobs: readonly OutboxJob[];
}

/**
 * For a worker that failed after it began to write. While it holds its lease, the rows that it inserted refer to its vectors. If not,
 * another worker may have deleted those rows, so the vectors are recorded again and a cleaning is requested: only the holder of the
 * document knows which of them a newer content shares. Each record is a new row: a cleaning in progress deletes the rows that it found,
 * and must not mistake a new record for an old one.
 */
export async function recordLostWrites(
  database: Database,
  claim: Pick<ClaimedDocument, 'id' | 'leaseToken'>,
  vectorIds: readonly string[],
): Promise<Disowned> {
  const clean = createOutboxJob(cleanDocument, { documentId: claim.id });
  const [row] = await database.$queryRaw<{ lost: boolean; living: boolean }[]>(Prisma.sql`
    WITH document AS (
      SELECT id, "leaseToken" IS DISTINCT FROM ${claim.leaseToken}::uuid AS lost, "liveKey" IS NOT NULL AS living
      FROM documents WHERE id = ${claim.id}::uuid FOR SHARE
    ), noted AS (
      INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end")
      SELECT document.id, ${disowned}, (random() * 2147483647)::int, written.id, 0, 0, 0
      FROM document, unnest(${vectorIds}::text[]) AS written(id) WHERE lost AND living
      ON CONFLICT DO NOTHING
    ), cleaning AS (
      ${recordCleaning(Prisma.sql`SELECT id FROM document WHERE lost AND living`)}
    ), outbox AS (
      INSERT INTO outbox_entries (id, queue, payload)
      SELECT entry.id, entry.queue, entry.payload FROM document, ${outboxRows([clean])} WHERE lost AND living
    )
    SELECT lost, living FROM document`);
  if (!row) return { removeNow: true, jobs: [] };
  return { removeNow: row.lost && !row.living, jobs: row.lost && row.living ? [clean] : [] };
}
