import type { DatabaseSession } from '@docfleet/database';
import { inFlightStatuses } from '../document/transitions.ts';

/** The documents of a namespace in flight and in its backlog. */
export interface NamespaceLoad {
  /** Documents in queues and in work, counted no further than the window is wide. */
  readonly inFlight: number;
  readonly hasBacklog: boolean;
}

/** Counts what namespaces have in flight; costs no more for each than the window is wide. */
export async function readLoads(
  database: DatabaseSession,
  namespaceIds: readonly string[],
  windowSize: number,
): Promise<Map<string, NamespaceLoad>> {
  const loads = await database.$queryRaw<(NamespaceLoad & { id: string })[]>`
    SELECT namespace.id, EXISTS (
        SELECT 1 FROM documents WHERE "namespaceId" = namespace.id AND status = 'BACKLOG'
      ) AS "hasBacklog",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM documents
        WHERE "namespaceId" = namespace.id AND status = ANY(${inFlightStatuses}::"DocumentStatus"[]) LIMIT ${windowSize}
      ) AS counted) AS "inFlight"
    FROM unnest(${namespaceIds}::uuid[]) AS namespace(id)`;
  return new Map(loads.map(({ id, ...load }) => [id, load]));
}

/** Counts the documents of one namespace in flight. */
export async function readLoad(
  database: DatabaseSession,
  namespaceId: string,
  windowSize: number,
): Promise<NamespaceLoad> {
  const loads = await readLoads(database, [namespaceId], windowSize);
  return loads.get(namespaceId) ?? { inFlight: 0, hasBacklog: false };
}
