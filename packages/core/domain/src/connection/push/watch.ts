import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { watchConnection } from '@docfleet/queues';
import { z } from 'zod';
import { createOutboxJob, type OutboxJob } from '../../outbox/outbox.ts';
import { type Connection, withoutTokens } from '../connection.ts';

/** The connections that a notification concerns: one, or those of a namespace's application. */
export type NotifiedConnections =
  | { readonly connectionId: string }
  | {
      readonly namespaceId: string;
      readonly connector: string;
      /** The vendor's ids of the accounts, or of the members as whom a team's connections read; undefined: all of them. */
      readonly accounts: readonly string[] | undefined;
    };

function conditionOf(notified: NotifiedConnections): Prisma.Sql {
  if ('connectionId' in notified) return Prisma.sql`connection.id = ${notified.connectionId}::uuid`;
  const { namespaceId, connector, accounts } = notified;
  const place = Prisma.sql`connection."namespaceId" = ${namespaceId}::uuid AND connection.connector = ${connector}`;
  // A connection whose account is not known yet may be meant.
  return accounts
    ? Prisma.sql`${place} AND (watch."accountId" IS NULL OR watch."accountId" = ANY(${accounts})
        OR connection.settings->>'member' = ANY(${accounts}))`
    : place;
}

/**
 * Asks for a sync of the scheduled jobs of active connections, once however often it is called before they run; returns how many jobs were
 * not requested yet. While a job runs, another run follows it: the change may lie behind what the listing has read.
 */
export async function requestSync(database: Database, notified: NotifiedConnections): Promise<number> {
  return database.$executeRaw`
    INSERT INTO sync_invitations ("ingestJobId")
    SELECT job.id FROM connections connection
      JOIN ingest_jobs job ON job."connectionId" = connection.id AND job."syncFrequency" <> 'NEVER'
      LEFT JOIN connection_watches watch ON watch."connectionId" = connection.id
        AND watch.authorizations = connection.authorizations
    WHERE connection.status = 'ACTIVE' AND ${conditionOf(notified)}
    ON CONFLICT ("ingestJobId") DO NOTHING`;
}

const batchSize = 500;
/** A worker that was killed is replaced after this. */
const leaseMinutes = 2;
/** Due time of a requested check: no claim has this time, so an expired claim is not taken for a request. */
const askedFor = Prisma.sql`to_timestamp(0)`;

const scheduled = Prisma.sql`EXISTS (
  SELECT 1 FROM ingest_jobs job WHERE job."connectionId" = connection.id AND job."syncFrequency" <> 'NEVER')`;

/**
 * Returns a job for each connection whose channels are due to be checked: active ones with a schedule, where channels are wanted, and
 * those that have channels. At most 500 at once.
 */
export async function findDueWatches(
  database: Database,
  { isWanted }: { readonly isWanted: boolean },
): Promise<OutboxJob[]> {
  const due = await database.$queryRaw<{ id: string }[]>`
    SELECT connection.id FROM connections connection
      JOIN namespaces ON namespaces.id = connection."namespaceId" AND namespaces.status = 'ACTIVE'
      LEFT JOIN connection_watches watch ON watch."connectionId" = connection.id
    WHERE connection.status = 'ACTIVE' AND (watch."dueAt" IS NULL OR watch."dueAt" <= now())
      AND (EXISTS (SELECT 1 FROM notification_channels channel WHERE channel."connectionId" = connection.id)
        OR ${isWanted ? scheduled : Prisma.sql`false`})
    ORDER BY watch."dueAt" NULLS FIRST LIMIT ${batchSize}`;
  return due.map(({ id }) => createOutboxJob(watchConnection, { connectionId: id }));
}

/** A connection whose channels one worker checks for two minutes. */
export interface Watch {
  readonly connection: Connection;
  /** The vendor's id of the account, if it is known of this consent. */
  readonly accountId: string | undefined;
  /** Whether a job of the connection has a schedule; without one nothing is watched. */
  readonly isScheduled: boolean;
  /** Drives whose change feeds the last syncs left open. */
  readonly feeds: readonly string[];
  /** External ids that the user and the jobs have selected; undefined: everything. */
  readonly selection: readonly string[] | undefined;
}

const ids = z.array(z.string()).nullish();
const jobConfig = z.looseObject({ externalIds: ids });

/** Returns the union of the jobs' selections; undefined when one of the jobs reads everything. */
function selectionOf(configs: readonly unknown[], chosen: unknown): readonly string[] | undefined {
  const all = configs.map((config) => jobConfig.parse(config).externalIds ?? ids.parse(chosen) ?? undefined);
  const selections = all.filter((selection) => selection !== undefined);
  return selections.length === all.length ? [...new Set(selections.flat())] : undefined;
}

async function readWatch(database: Database, connection: Connection): Promise<Watch> {
  const { id: connectionId, authorizations, selection } = connection;
  const jobs = await database.ingestJob.findMany({
    where: { connectionId, syncFrequency: { not: 'NEVER' } },
    select: { id: true, config: true },
  });
  const feeds = await database.connectionFeed.findMany({
    where: { ingestJobId: { in: jobs.map(({ id }) => id) }, cursor: { not: null } },
    distinct: ['drive'],
    orderBy: { drive: 'asc' },
    select: { drive: true },
  });
  const watch = await database.connectionWatch.findUnique({ where: { connectionId } });
  return {
    connection,
    accountId: watch?.authorizations === authorizations ? (watch.accountId ?? undefined) : undefined,
    isScheduled: jobs.length > 0,
    feeds: feeds.map(({ drive }) => drive),
    selection: selectionOf(
      jobs.map(({ config }) => config),
      selection,
    ),
  };
}

/** Claims the check of a connection's channels; undefined when it is not due, another worker has it, or the connection is not active. */
export async function claimWatch(database: Database, connectionId: string): Promise<Watch | undefined> {
  const claimed = await database.$executeRaw`
    INSERT INTO connection_watches ("connectionId", "dueAt")
    SELECT id, now() + ${leaseMinutes} * interval '1 minute' FROM connections
    WHERE id = ${connectionId}::uuid AND status = 'ACTIVE'
    ON CONFLICT ("connectionId") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"
    WHERE connection_watches."dueAt" <= now()`;
  if (claimed === 0) return undefined;
  const connection = await database.connection.findUnique({
    where: { id: connectionId },
    omit: withoutTokens,
  });
  return connection ? readWatch(database, connection) : undefined;
}

/** Remembers whose account a connection is, for the consent that it was read with. */
export async function noteAccount(
  database: Database,
  { id: connectionId, authorizations }: Pick<Connection, 'id' | 'authorizations'>,
  accountId: string,
): Promise<void> {
  await database.connectionWatch.updateMany({
    where: { connectionId },
    data: { accountId, authorizations },
  });
}

/** Ends a check: stores when the next is due, and the error if there was one. A check that was requested meanwhile stays due. */
export async function endWatch(
  database: Database,
  connectionId: string,
  { dueInMs, problem }: { readonly dueInMs: number; readonly problem: string | null },
): Promise<void> {
  await database.$executeRaw`
    UPDATE connection_watches SET problem = ${problem},
      "dueAt" = LEAST(now() + ${dueInMs} * interval '1 millisecond', CASE WHEN "dueAt" = ${askedFor} THEN "dueAt" END)
    WHERE "connectionId" = ${connectionId}::uuid`;
}

/**
 * Makes the channels of a connection due, because its drives may have changed or its vendor requests it. A first check that starts
 * before the caller's transaction has ended waits for it, and so sees its changes.
 */
export async function makeWatchDue(database: DatabaseSession, connectionId: string): Promise<void> {
  await database.$executeRaw`
    INSERT INTO connection_watches ("connectionId", "dueAt") SELECT id, ${askedFor} FROM connections WHERE id = ${connectionId}::uuid
    ON CONFLICT ("connectionId") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"`;
}

/** Connections of a namespace whose channels were refused, and why. */
export async function findWatchProblems(
  database: Database,
  namespaceId: string,
  limit: number,
): Promise<{ connectionId: string; connector: string; reason: string }[]> {
  const rows = await database.connectionWatch.findMany({
    where: { problem: { not: null }, connection: { namespaceId, status: 'ACTIVE' } },
    orderBy: { connectionId: 'desc' },
    take: limit,
    select: { connectionId: true, problem: true, connection: { select: { connector: true } } },
  });
  return rows.map(({ connectionId, problem, connection }) => ({
    connectionId,
    connector: connection.connector,
    reason: problem ?? '',
  }));
}
