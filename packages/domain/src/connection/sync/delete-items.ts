import { type Database, Prisma } from '@docfleet/database';
import { deleteGone } from '../../deletion/delete-gone.ts';
import type { OutboxJob } from '../../outbox/outbox.ts';
import { itemPathOf } from '../../run/found-document.ts';
import type { SourceRun } from '../../run/source-run.ts';

/** Deletes documents of the run's connection that their vendor says are gone; returns the jobs to dispatch, batch by batch. */
export async function* deleteItems(
  database: Database,
  run: SourceRun,
  externalIds: readonly string[],
): AsyncGenerator<OutboxJob[]> {
  if (externalIds.length === 0) return;
  yield* deleteGone(database, run, {
    reason: 'The vendor says that it was deleted',
    condition: Prisma.sql`"namespaceId" = ${run.namespaceId}::uuid AND "connectionId" = ${run.connectionId}::uuid
      AND "externalId" = ANY(${externalIds}::text[])`,
  });
}

/**
 * The same for what lies at or below paths, compared without regard to case, but for the items that are named there at the same time:
 * these came after the deletion.
 */
export async function* deleteItemsBelow(
  database: Database,
  run: SourceRun,
  paths: readonly string[],
  present: readonly string[],
): AsyncGenerator<OutboxJob[]> {
  if (paths.length === 0) return;
  const gone = paths.map(itemPathOf);
  yield* deleteGone(database, run, {
    reason: 'The vendor says that it was deleted, or a folder that it lay in',
    condition: Prisma.sql`"connectionId" = ${run.connectionId}::uuid AND "externalId" <> ALL(${present}::text[])
      AND EXISTS (
        SELECT 1 FROM unnest(${gone}::text[]) AS gone(path)
        WHERE "itemPath" = gone.path OR starts_with("itemPath", gone.path || '/'))`,
  });
}
