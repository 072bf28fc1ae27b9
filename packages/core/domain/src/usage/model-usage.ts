import { type Database, type ModelPurpose, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import { removeOldHours } from './old-hours.ts';

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

const sums = Prisma.raw(
  'sum(requests)::int AS requests, sum("inputTokens")::float8 AS "inputTokens", sum("outputTokens")::float8 AS "outputTokens"',
);

/** Returns what a namespace has used since the beginning of the month (UTC), by model. */
export async function readMonthlyModelUsage(database: Database, namespaceId: string): Promise<ModelUsage[]> {
  return database.$queryRaw<ModelUsage[]>`
    SELECT model, ${sums} FROM model_usage_counts
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
    SELECT date_trunc('day', hour, 'UTC') AS day, "namespaceName", purpose, model, ${sums} FROM model_usage_counts
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
