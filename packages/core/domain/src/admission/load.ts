import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { inFlightStatuses } from '../document/transitions.ts';

/**
 * The CTE `backlog`: the namespaces with a backlog and a last row of nulls, found by skipping through the index, at a cost independent of
 * the number of documents.
 */
export const withBacklogs: Prisma.Sql = Prisma.sql`
  WITH RECURSIVE backlog AS (
    (SELECT "namespaceId" FROM documents WHERE status = 'BACKLOG' ORDER BY "namespaceId" LIMIT 1)
    UNION ALL
    SELECT (
      SELECT "namespaceId" FROM documents WHERE status = 'BACKLOG' AND "namespaceId" > backlog."namespaceId"
      ORDER BY "namespaceId" LIMIT 1
    ) FROM backlog WHERE backlog."namespaceId" IS NOT NULL
  )`;

/** The namespaces that have a backlog. */
export async function findBacklogs(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    ${withBacklogs} SELECT "namespaceId" FROM backlog WHERE "namespaceId" IS NOT NULL`;
  return rows.map(({ namespaceId }) => namespaceId);
}

/** Counts of a namespace's documents in flight, by connection; the key null counts those without a connection. */
export type Shares = ReadonlyMap<string | null, number>;

/** The documents of a namespace in flight and in its backlog. */
export interface NamespaceLoad {
  /** Documents in queues and in work, counted no further than the window is wide. */
  readonly inFlight: number;
  readonly hasBacklog: boolean;
  /** The documents in `inFlight`, counted by connection. */
  readonly shares: Shares;
}

/** The shares of a namespace as statements return them: connections, and the count of each. */
export interface ShareColumns {
  readonly connections: readonly (string | null)[] | null;
  readonly counts: readonly number[] | null;
}

export const readShares = ({ connections, counts }: ShareColumns): Shares =>
  new Map((connections ?? []).map((connectionId, index) => [connectionId, counts?.[index] ?? 0]));

/** Counts the documents in flight of namespaces; the cost for each is bounded by its window. */
export async function readLoads(
  database: DatabaseSession,
  namespaceIds: readonly string[],
  windowSize: number,
): Promise<Map<string, NamespaceLoad>> {
  const loads = await database.$queryRaw<
    ({ id: string } & Pick<NamespaceLoad, 'inFlight' | 'hasBacklog'> & ShareColumns)[]
  >`
    SELECT namespace.id, EXISTS (
        SELECT 1 FROM documents WHERE "namespaceId" = namespace.id AND status = 'BACKLOG'
      ) AS "hasBacklog", share.connections, share.counts, coalesce(share."inFlight", 0) AS "inFlight"
    FROM unnest(${namespaceIds}::uuid[]) AS namespace(id) CROSS JOIN LATERAL (
      SELECT array_agg("connectionId"::text) AS connections, array_agg(documents) AS counts, sum(documents)::int AS "inFlight"
      FROM (
        SELECT "connectionId", count(*)::int AS documents FROM (
          SELECT "connectionId" FROM documents
          WHERE "namespaceId" = namespace.id AND status = ANY(${inFlightStatuses}::"DocumentStatus"[]) LIMIT ${windowSize}
        ) AS counted GROUP BY "connectionId"
      ) AS part
    ) AS share`;
  return new Map(
    loads.map(({ id, inFlight, hasBacklog, ...columns }) => [
      id,
      { inFlight, hasBacklog, shares: readShares(columns) },
    ]),
  );
}

/** Counts the documents of one namespace in flight. */
export async function readLoad(
  database: DatabaseSession,
  namespaceId: string,
  windowSize: number,
): Promise<NamespaceLoad> {
  const loads = await readLoads(database, [namespaceId], windowSize);
  return loads.get(namespaceId) ?? { inFlight: 0, hasBacklog: false, shares: new Map() };
}
