import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { pagesById } from '../database/pages-by-id.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { type ClaimedDocument, leaseMs } from './claim.ts';
import { inFlightStatuses, stageJob } from './transitions.ts';

const pageSize = 1_000;
/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;

/**
 * Yields jobs for all documents in flight without a worker, in pages. Adding a job that is still queued has no effect, so that one pass
 * restores what Redis lost. A backlog is not stalled: it waits for admission.
 */
export async function* findStalledDocuments(database: Database): AsyncGenerator<OutboxJob[]> {
  const found = new Map<string, number>();
  const pages = pagesById((after) =>
    database.$queryRaw<
      {
        id: string;
        namespaceId: string;
        revision: number;
        stage: DocumentStage;
        traceparent: string | null;
      }[]
    >(Prisma.sql`
      SELECT id, "namespaceId", revision, stage,
        (SELECT traceparent FROM ingest_job_runs WHERE id = documents."ingestJobRunId") AS traceparent
      FROM documents
      WHERE status = ANY(${inFlightStatuses}::"DocumentStatus"[]) AND id > ${after}::uuid
        AND ("leaseExpiresAt" IS NULL OR "leaseExpiresAt" < now())
        AND "updatedAt" < now() - ${quietForMs} * interval '1 millisecond'
      ORDER BY id LIMIT ${pageSize}`),
  );
  for await (const rows of pages)
    yield rows.map((row) => {
      const before = found.get(row.namespaceId) ?? 0;
      found.set(row.namespaceId, before + 1);
      return stageJob(row.stage, row, before);
    });
}

const renewEveryMs = 3_000;

/** Renews the claims of one process, all in one statement. */
export interface LeaseKeeper {
  /** Runs `work` while the lease is renewed; its signal aborts when the lease is lost or `signal` does. */
  hold<Result>(
    claim: Held,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Renews all claims now, and aborts the lost ones; also runs by itself every 3 s. */
  renew(): Promise<void>;
  close(): void;
}

/** The error that stops a worker whose document was taken over. */
export const leaseLost = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The document was taken over by another worker or a newer request');

/** Work without vectors has no generation. */
type Held = Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken'> &
  Partial<Pick<ClaimedDocument, 'generation'>>;

/** That a document's namespace lives and still has the model and the store of the claim: a condition on `documents`. */
export const inGeneration = ({ generation }: Pick<ClaimedDocument, 'generation'>) => Prisma.sql`EXISTS (
  SELECT 1 FROM namespaces
  WHERE namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE' AND namespaces.generation = ${generation})`;

/**
 * Renews leases that this process still holds; returns their tokens, and whether the work is still wanted: the revision is current, in a
 * namespace with an unchanged model and store.
 */
async function renew(database: Database, held: readonly Held[]): Promise<Map<string, boolean>> {
  const kept = await database.$queryRaw<{ leaseToken: string; wanted: boolean }[]>`
    UPDATE documents SET "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond'
    FROM unnest(${held.map((one) => one.id)}::uuid[], ${held.map((one) => one.revision)}::int[],
      ${held.map((one) => one.leaseToken)}::uuid[], ${held.map((one) => one.generation ?? null)}::int[]) AS held(id, revision, token, generation),
      namespaces
    WHERE documents.id = held.id AND documents."leaseToken" = held.token AND namespaces.id = documents."namespaceId"
    RETURNING "leaseToken", documents.revision = held.revision AND namespaces.status = 'ACTIVE'
      AND namespaces.generation = coalesce(held.generation, namespaces.generation) AS wanted`;
  return new Map(kept.map(({ leaseToken, wanted }) => [leaseToken, wanted]));
}

interface Holding {
  readonly claim: Held;
  readonly lost: AbortController;
  /** Time until which the lease is renewed although the work is no longer wanted. */
  stopsBefore: number;
}

/**
 * Opens a lease keeper; its timer runs while it holds leases. A worker whose work is no longer wanted is aborted, and its lease
 * renewed until it has stopped, for `stopWithinMs` at most: a write in progress must not arrive after a purge or a newer worker has
 * looked.
 */
export function createLeaseKeeper(
  database: Database,
  logger: Logger,
  { stopWithinMs = 60_000 }: { stopWithinMs?: number } = {},
): LeaseKeeper {
  const held = new Map<string, Holding>();

  async function renewAll(): Promise<void> {
    const now = Date.now();
    const renewing = [...held.values()].filter(({ stopsBefore }) => now < stopsBefore);
    if (renewing.length === 0) return;
    const wanted = await renew(
      database,
      renewing.map(({ claim }) => claim),
    );
    for (const holding of renewing) {
      if (wanted.get(holding.claim.leaseToken)) continue;
      if (!holding.lost.signal.aborted) holding.stopsBefore = now + stopWithinMs;
      holding.lost.abort(leaseLost());
    }
  }

  const timer = setInterval(() => {
    renewAll().catch((error: unknown) => logger.warn({ error }, 'leases could not be renewed'));
  }, renewEveryMs).unref();

  return {
    async hold(claim, signal, work) {
      const lost = new AbortController();
      held.set(claim.leaseToken, { claim, lost, stopsBefore: Number.POSITIVE_INFINITY });
      try {
        return await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        held.delete(claim.leaseToken);
      }
    },
    renew: renewAll,
    close: () => clearInterval(timer),
  };
}
