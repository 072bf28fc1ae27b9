import { type Database, type ModelPurpose, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';

/** A year, and time to look back on it. */
const keptDays = 400;
const rowsPerStatement = 5_000;

/** Deletes rows of hours that lie more than 400 days back, in bounded steps; returns their number. */
async function removeOldHours(
  database: Database,
  table: 'activity_counts' | 'model_usage_counts',
): Promise<number> {
  const rows = Prisma.raw(`"${table}"`);
  let removed = 0;
  for (;;) {
    const count = await database.$executeRaw`
      DELETE FROM ${rows} WHERE id IN (
        SELECT id FROM ${rows} WHERE hour < now() - make_interval(days => ${keptDays}) LIMIT ${rowsPerStatement})`;
    removed += count;
    if (count < rowsPerStatement) return removed;
  }
}

/** Finished documents and their contents in a period. */
export interface Activity {
  readonly succeeded: number;
  readonly failed: number;
  /** Chunks and tokens of the contents that searches see since; those whose vectors were there already count too. */
  readonly chunks: number;
  readonly tokens: number;
}

/** Numbers of JavaScript hold as many tokens as there will ever be. */
const activitySums = Prisma.raw(
  'sum(succeeded)::int AS succeeded, sum(failed)::int AS failed, sum(chunks)::float8 AS chunks, sum(tokens)::float8 AS tokens',
);

const ofTenant = (tenantId: string | undefined) =>
  tenantId === undefined ? Prisma.empty : Prisma.sql`AND "tenantId" = ${tenantId}`;

/** Returns the hours of a namespace with finished documents since a time, oldest first. */
export async function readHourlyActivity(
  database: Database,
  { namespaceId, tenantId, since }: { namespaceId: string; tenantId: string | undefined; since: Date },
): Promise<(Activity & { readonly hour: Date })[]> {
  return database.$queryRaw`
    SELECT hour, ${activitySums} FROM activity_counts
    WHERE "namespaceId" = ${namespaceId}::uuid AND hour >= ${since}::timestamptz ${ofTenant(tenantId)}
    GROUP BY hour ORDER BY hour`;
}

/** Returns the days (UTC) and namespaces of an organization with finished documents, oldest first; `to` is exclusive. */
export async function readUsage(
  database: Database,
  {
    organizationId,
    tenantId,
    from,
    to,
  }: { organizationId: string; tenantId: string | undefined; from: Date; to: Date },
): Promise<(Activity & { readonly day: Date; readonly namespaceName: string })[]> {
  return database.$queryRaw`
    SELECT date_trunc('day', hour, 'UTC') AS day, "namespaceName", ${activitySums} FROM activity_counts
    WHERE "organizationId" = ${organizationId}::uuid AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz
      ${ofTenant(tenantId)}
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** Merges the changes that triggers have appended: see `rollUp`. */
export const rollUpActivity = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'activity_counts',
    place: ['namespaceId', 'hour'],
    others: ['organizationId', 'namespaceName'],
    sums: ['succeeded', 'failed', 'chunks', 'tokens'],
  });

/** Deletes activity older than 400 days, in bounded steps; returns the number of rows. */
export const removeOldActivity = (database: Database): Promise<number> =>
  removeOldHours(database, 'activity_counts');

/** Namespace, tenant and purpose that a chat model request is counted for. */
export interface ModelUse {
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly purpose: ModelPurpose;
}

/** Requests to a model, and the tokens that it read and wrote. */
export interface ModelUsage {
  /** Provider and model: `OPENAI/gpt-4.1-mini`. */
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Counts one request. Has no effect once the namespace is gone. */
export async function recordModelUsage(
  database: Database,
  { namespaceId, tenantId, purpose }: ModelUse,
  { model, inputTokens, outputTokens }: Omit<ModelUsage, 'requests'>,
): Promise<void> {
  await database.$executeRaw`
    INSERT INTO model_usage_counts
      ("organizationId", "namespaceId", "namespaceName", "tenantId", hour, purpose, model, requests, "inputTokens", "outputTokens")
    SELECT "organizationId", id, name, ${tenantId}, date_trunc('hour', now(), 'UTC'), ${purpose}::"ModelPurpose", ${model.slice(0, 300)},
      1, ${inputTokens}::bigint, ${outputTokens}::bigint
    FROM namespaces WHERE id = ${namespaceId}::uuid`;
}

const modelUsageSums = Prisma.raw(
  'sum(requests)::int AS requests, sum("inputTokens")::float8 AS "inputTokens", sum("outputTokens")::float8 AS "outputTokens"',
);

/** Returns what a namespace has used since the beginning of the month (UTC), by model. */
export async function readMonthlyModelUsage(database: Database, namespaceId: string): Promise<ModelUsage[]> {
  return database.$queryRaw<ModelUsage[]>`
    SELECT model, ${modelUsageSums} FROM model_usage_counts
    WHERE "namespaceId" = ${namespaceId}::uuid AND hour >= date_trunc('month', now(), 'UTC') GROUP BY model`;
}

/** The usage of a day (UTC), a namespace, a purpose and a model. */
export interface DailyModelUsage extends ModelUsage {
  readonly day: Date;
  readonly namespaceName: string;
  readonly purpose: ModelPurpose;
}

/** Returns what an organization has used, the oldest day first; `to` is exclusive. */
export async function readModelUsage(
  database: Database,
  {
    organizationId,
    tenantId,
    from,
    to,
  }: { organizationId: string; tenantId: string | undefined; from: Date; to: Date },
): Promise<DailyModelUsage[]> {
  const ofTenant = tenantId === undefined ? Prisma.empty : Prisma.sql`AND "tenantId" = ${tenantId}`;
  return database.$queryRaw<DailyModelUsage[]>`
    SELECT date_trunc('day', hour, 'UTC') AS day, "namespaceName", purpose, model, ${modelUsageSums} FROM model_usage_counts
    WHERE "organizationId" = ${organizationId}::uuid AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz ${ofTenant}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
}

/** Merges the rows of single requests: see `rollUp`. */
export const rollUpModelUsage = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'model_usage_counts',
    place: ['namespaceId', 'hour'],
    others: ['organizationId', 'namespaceName', 'purpose', 'model'],
    sums: ['requests', 'inputTokens', 'outputTokens'],
  });

/** Deletes usage older than 400 days, in bounded steps; returns the number of rows. */
export const removeOldModelUsage = (database: Database): Promise<number> =>
  removeOldHours(database, 'model_usage_counts');
