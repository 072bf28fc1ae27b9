import type { Database } from '@docfleet/database';
import { isAtRest } from './at-rest.ts';

/** How many living documents of a namespace are under way, or moved within so many milliseconds: what their stores hold is not judged. */
export async function countMoving(database: Database, namespaceId: string, quietMs: number): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND NOT (${isAtRest(quietMs)})`;
  return row?.count ?? 0;
}
