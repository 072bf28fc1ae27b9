import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import type { Logger } from '@docfleet/runtime/logging';
import { inFlightStatuses, stageJob } from '../document/transitions.ts';
import type { Dispatcher, OutboxJob } from '../outbox/outbox.ts';
import type { Quotas } from '../quota/quotas.ts';
import { isEndedRun } from '../run/ended-runs.ts';
import { createAdmission, type WindowAdmission } from './admission.ts';
import type { Window } from './admit-together.ts';
import { findBacklogs, readLoad, readShares, type ShareColumns } from './load.ts';
import { createPlaces } from './places.ts';

interface Admitted extends ShareColumns {
  readonly id: string;
  readonly namespaceId: string;
  readonly connectionId: string | null;
  readonly revision: number;
  readonly stage: DocumentStage;
  /** The trace context of the request that created the run. */
  readonly traceparent: string | null;
}

const byAge = (one: Admitted, other: Admitted) => (one.id < other.id ? -1 : 1);

/** The documents of a namespace with their places: by age within a connection, and round-robin between connections. */
function placesOf(rows: readonly Admitted[]) {
  const shares = readShares(rows[0] ?? { connections: [], counts: [] });
  const places = createPlaces({ shares, inFlight: shares.values().reduce((sum, count) => sum + count, 0) });
  const parts = [...Map.groupBy(rows, ({ connectionId }) => connectionId)];
  return parts
    .flatMap(([connectionId, part]) =>
      part.toSorted(byAge).map((row, index) => ({ row, turn: (shares.get(connectionId) ?? 0) + index })),
    )
    .toSorted((one, other) => one.turn - other.turn || byAge(one.row, other.row))
    .map(({ row }) => ({ row, documentsAhead: places.take(row.connectionId) }));
}

/** Orders jobs round-robin between namespaces. */
const jobsInTurn = (rows: readonly Admitted[]): OutboxJob[] =>
  [...Map.groupBy(rows, ({ namespaceId }) => namespaceId).values()]
    .flatMap(placesOf)
    .toSorted((one, other) => one.documentsAhead - other.documentsAhead)
    .map(({ row, documentsAhead }) => stageJob(row.stage, row, documentsAhead));

/** Runs that are checked for connections whose documents are not among the oldest: the latest, and of those the open ones. */
const latestRuns = 200;
const openRuns = 64;

/**
 * Admits documents of each namespace's backlog up to its window, its connections in turn and the oldest of each first; returns their jobs.
 * These are not in the outbox: their content derives from the QUEUED row, and the reconciler enqueues them again if they are lost. Of two
 * concurrent calls for one namespace, the second skips it.
 */
export async function admitBacklog(
  database: Database,
  windowSize: number,
  namespaceIds: readonly string[],
): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<Admitted[]>`
    WITH namespace AS (
      SELECT id FROM namespaces WHERE id = ANY(${namespaceIds}::uuid[]) AND status = 'ACTIVE' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), share AS MATERIALIZED (
      SELECT namespace.id, counted."connectionId", count(*)::int AS documents FROM namespace CROSS JOIN LATERAL (
        SELECT "connectionId" FROM documents
        WHERE "namespaceId" = namespace.id AND status = ANY(${inFlightStatuses}::"DocumentStatus"[]) LIMIT ${windowSize}
      ) AS counted GROUP BY namespace.id, counted."connectionId"
    ), room AS MATERIALIZED (
      SELECT namespace.id, greatest(0, ${windowSize} - coalesce((
        SELECT sum(documents) FROM share WHERE share.id = namespace.id), 0))::int AS documents
      FROM namespace
    ), waiting AS (
      SELECT room.id AS "namespaceId", found.id, found."connectionId" FROM room CROSS JOIN LATERAL (
        (SELECT id, "connectionId" FROM documents WHERE "namespaceId" = room.id AND status = 'BACKLOG'
          ORDER BY id LIMIT room.documents)
        UNION
        (SELECT early.id, early."connectionId" FROM (
            SELECT id FROM (
              SELECT id, status FROM ingest_job_runs WHERE "namespaceId" = room.id ORDER BY id DESC LIMIT ${latestRuns}
            ) AS latest WHERE NOT (${isEndedRun(Prisma.sql`status`)}) ORDER BY id DESC LIMIT ${openRuns}
          ) AS run CROSS JOIN LATERAL (
            SELECT id, "connectionId" FROM documents WHERE "ingestJobRunId" = run.id AND status = 'BACKLOG'
            ORDER BY id LIMIT room.documents
          ) AS early)
      ) AS found
    ), turn AS (
      SELECT waiting."namespaceId", waiting.id, coalesce(share.documents, 0) + row_number() OVER (
        PARTITION BY waiting."namespaceId", waiting."connectionId" ORDER BY waiting.id) AS number
      FROM waiting LEFT JOIN share
        ON share.id = waiting."namespaceId" AND share."connectionId" IS NOT DISTINCT FROM waiting."connectionId"
    ), chosen AS (
      SELECT id FROM (
        SELECT turn.id, room.documents, row_number() OVER (PARTITION BY room.id ORDER BY turn.number, turn.id) AS place
        FROM turn JOIN room ON room.id = turn."namespaceId"
      ) AS placed WHERE place <= documents
    ), locked AS (
      SELECT id FROM documents WHERE id IN (SELECT id FROM chosen) AND status = 'BACKLOG' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE documents SET status = 'QUEUED', "updatedAt" = now() FROM locked WHERE documents.id = locked.id
    RETURNING documents.id, documents."namespaceId", documents."connectionId", documents.revision, documents.stage, (
      SELECT traceparent FROM ingest_job_runs WHERE id = documents."ingestJobRunId"
    ) AS traceparent, (
      SELECT array_agg(share."connectionId"::text ORDER BY share."connectionId") FROM share WHERE share.id = documents."namespaceId"
    ) AS connections, (
      SELECT array_agg(share.documents ORDER BY share."connectionId") FROM share WHERE share.id = documents."namespaceId"
    ) AS counts`;
  return jobsInTurn(rows);
}

/**
 * Limits how many documents of a namespace are queued or in progress. The rest waits as BACKLOG in PostgreSQL, so that Redis stays small
 * and namespaces do not delay each other.
 */
export interface AdmissionWindow extends WindowAdmission, Window {
  /** Reports that a document of the namespace has finished; documents of its backlog are admitted shortly after. */
  refill(namespaceId: string): void;
  /** Fills the windows of all namespaces; returns the number of admitted documents. */
  refillAll(): Promise<number>;
  /** Resolves when no admission is in progress. */
  drain(): Promise<void>;
}

/** Documents that end at about the same time are replaced together. */
const gatherMs = 50;
const namespacesAtOnce = 100;

/** Opens the way in; `windowSize` is in documents. */
export function createAdmissionWindow({
  database,
  dispatcher,
  logger,
  windowSize,
  quotas,
}: {
  database: Database;
  dispatcher: Dispatcher;
  logger: Logger;
  windowSize: number;
  quotas?: Quotas;
}): AdmissionWindow {
  const ended = new Set<string>();
  // The caller's request finished a document; it did not request the admitted ones, whose jobs must not inherit its context.
  const outsideOfContext = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function refill(namespaceIds: readonly string[]): Promise<number> {
    const jobs = await admitBacklog(database, windowSize, namespaceIds);
    dispatcher.dispatch(jobs);
    return jobs.length;
  }

  async function refillEnded(): Promise<void> {
    timer = undefined;
    const namespaceIds = [...ended];
    ended.clear();
    await refill(namespaceIds).catch((error: unknown) =>
      logger.warn({ error }, 'the backlog waits for the scheduler'),
    );
  }

  return {
    windowSize,
    quotas,
    ...createAdmission(windowSize, (namespaceId) => readLoad(database, namespaceId, windowSize)),
    refill(namespaceId) {
      ended.add(namespaceId);
      timer ??= setTimeout(() => {
        running = running.then(() => outsideOfContext(refillEnded));
      }, gatherMs).unref();
    },
    async refillAll() {
      const waiting = await findBacklogs(database);
      let admitted = 0;
      while (waiting.length > 0) admitted += await refill(waiting.splice(0, namespacesAtOnce));
      return admitted;
    },
    async drain() {
      clearTimeout(timer);
      await running;
    },
  };
}
