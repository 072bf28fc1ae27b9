import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import type { PayloadOf, purgeDocuments } from '@docfleet/queues';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { retryDeadlocks } from '../database/failures.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { type DocumentFilter, documentCondition } from './filter.ts';

/** Documents of a namespace by their first and last id. */
export type DocumentRange = PayloadOf<typeof purgeDocuments>;

export const inRange = ({ namespaceId, first, last }: DocumentRange): Prisma.Sql => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents.id BETWEEN ${first}::uuid AND ${last}::uuid`;

/** Documents that a job processes per batch. */
export const rangeBatchSize = 100;

/** Rows that are locked, held in memory and changed at a time. */
const batchSize = 500;
/** A batch takes some tens of milliseconds, but may wait for the locks of another. */
const batchTimeoutMs = 25_000;

/** A bulk change: its initiator and its filter. */
export interface BulkChange {
  readonly actor: Actor;
  readonly filter: DocumentFilter;
  /** The namespace's name. */
  readonly namespace: string;
  /** The filter's field names, for the audit trail: the values are the customer's data. */
  readonly filterFields: readonly string[];
}

/** The result of one batch. */
export interface BulkStep {
  /** Ids of all that matched, ascending. */
  readonly documentIds: readonly string[];
  readonly jobs: readonly OutboxJob[];
}

export type LockedDocument = Pick<DocumentModel, 'id' | 'ingestJobRunId' | 'metadata'>;

interface Part {
  readonly after: string | undefined;
  readonly until: string;
  /** Maximum number of ids. */
  readonly size: number;
}

const rangeCondition = ({ after, until }: Pick<Part, 'after' | 'until'>) => Prisma.sql`
  documents.id <= ${until}::uuid ${after ? Prisma.sql`AND documents.id > ${after}::uuid` : Prisma.empty}`;

const lock = (session: DatabaseSession, filter: DocumentFilter, part: Part) =>
  session.$queryRaw<LockedDocument[]>`
    SELECT documents.id, documents."ingestJobRunId", documents.metadata
    FROM documents WHERE ${documentCondition(filter)} AND ${rangeCondition(part)}
    ORDER BY documents.id LIMIT ${part.size} FOR UPDATE OF documents`;

async function count(session: DatabaseSession, filter: DocumentFilter, until: string): Promise<number> {
  const [row] = await session.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents WHERE ${documentCondition(filter)} AND ${rangeCondition({ after: undefined, until })}`;
  return row?.count ?? 0;
}

/**
 * Returns the newest document that matches now: documents ingested while a change runs are not part of it, because the change might
 * never end otherwise.
 */
async function findLast(database: Database, filter: DocumentFilter): Promise<string | undefined> {
  const [row] = await database.$queryRaw<{ id: string }[]>`
    SELECT documents.id FROM documents WHERE ${documentCondition(filter)} ORDER BY documents.id DESC LIMIT 1`;
  return row?.id;
}

/**
 * Changes all matching documents in order of their ids, in batches of one transaction each: memory and locks are bounded, and each
 * document is visited once even if the change makes it no longer match. The first batch writes the audit event with the number of
 * matching documents. Yields the result of each batch after its commit; a caller that stops in between has applied a part, and repeating
 * the whole change is idempotent.
 */
export async function* changeInBatches(
  database: Database,
  { actor, filter, namespace, filterFields }: BulkChange,
  action: `document.${string}`,
  change: (session: DatabaseSession, documents: readonly LockedDocument[]) => Promise<OutboxJob[]>,
): AsyncGenerator<BulkStep> {
  const until = await findLast(database, filter);
  if (!until) return;
  let after: string | undefined;

  const changeNext = async (session: DatabaseSession): Promise<BulkStep | undefined> => {
    const documents = await lock(session, filter, { after, until, size: batchSize });
    if (documents.length === 0) return undefined;
    if (!after) {
      const many = documents.length === batchSize;
      const documentCount = many ? await count(session, filter, until) : documents.length;
      const details = { namespace, documents: documentCount, filterFields };
      const about = { targetType: 'document', targetId: null, tenantId: filter.tenantId } as const;
      await recordAuditEvent(session, actor, { action, ...about, details });
    }
    const jobs = await change(session, documents);
    return { documentIds: documents.map(({ id }) => id), jobs };
  };

  for (;;) {
    const step = await retryDeadlocks(() => database.$transaction(changeNext, { timeout: batchTimeoutMs }));
    if (!step) return;
    yield step;
    after = step.documentIds.at(-1);
  }
}
