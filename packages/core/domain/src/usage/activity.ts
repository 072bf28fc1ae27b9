import { type Database, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import { removeOldHours } from './old-hours.ts';

/** Finished documents and their contents in a period. */
export interface Activity {
  readonly succeeded: number;
  readonly failed: number;
  /** Chunks and tokens of the contents that searches see since; those whose vectors were there already count too. */
  readonly chunks: number;
  readonly tokens: number;
}

/** Numbers of JavaScript hold as many tokens as there will ever be. */
const sums = Prisma.raw(
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
    SELECT hour, ${sums} FROM activity_counts
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
    SELECT date_trunc('day', hour, 'UTC') AS day, "namespaceName", ${sums} FROM activity_counts
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
