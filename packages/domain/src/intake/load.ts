import type { Database } from '@docfleet/database';
import { inFlightStatuses } from '../document/moves.ts';

/** How busy a namespace is. */
export interface NamespaceLoad {
  /** Documents in queues and in work, counted no further than the window is wide. */
  readonly inFlight: number;
  readonly hasBacklog: boolean;
}

/** Counts what a namespace has in flight; costs no more than the window is wide. */
export async function readLoad(
  database: Database,
  namespaceId: string,
  windowSize: number,
): Promise<NamespaceLoad> {
  const [load] = await database.$queryRaw<NamespaceLoad[]>`
    SELECT EXISTS (
        SELECT 1 FROM documents WHERE "namespaceId" = ${namespaceId}::uuid AND status = 'BACKLOG'
      ) AS "hasBacklog",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM documents
        WHERE "namespaceId" = ${namespaceId}::uuid AND status = ANY(${inFlightStatuses}::"DocumentStatus"[]) LIMIT ${windowSize}
      ) AS counted) AS "inFlight"`;
  return load ?? { inFlight: 0, hasBacklog: false };
}
