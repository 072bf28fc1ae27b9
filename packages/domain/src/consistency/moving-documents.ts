import type { Database } from '@docfleet/database';
import { isAtRest } from './at-rest.ts';

/** Counts the live documents of a namespace that are in progress or changed within this many milliseconds; they are not checked. */
export async function countMoving(database: Database, namespaceId: string, quietMs: number): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND NOT (${isAtRest(quietMs)})`;
  return row?.count ?? 0;
}
