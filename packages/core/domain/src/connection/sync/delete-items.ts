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

/** Paths that a page of changes says something of. */
interface ChangedPaths {
  readonly deletedPaths: readonly string[];
  readonly folderPaths: readonly string[];
  /** Items that the page names at their paths: these came after the deletion. */
  readonly present: readonly string[];
}

/** The paths of the folders that a path lies in, and itself: each document is looked at once, however many paths are gone. */
const isAtOrBelow = (gone: readonly (string | null)[]) => Prisma.sql`EXISTS (
  SELECT 1 FROM generate_series(1, cardinality(string_to_array("itemPath", '/'))) AS depth
  WHERE array_to_string((string_to_array("itemPath", '/'))[1:depth], '/') = ANY(${gone}::text[]))`;

/** Deletes items at or below deleted paths, and files whose path is a folder now. Paths are compared case-insensitively. */
export async function* deleteItemsAt(
  database: Database,
  run: SourceRun,
  { deletedPaths, folderPaths, present }: ChangedPaths,
): AsyncGenerator<OutboxJob[]> {
  if (deletedPaths.length + folderPaths.length === 0) return;
  yield* deleteGone(database, run, {
    reason: 'The vendor says that it was deleted or replaced, or a folder that it lay in',
    condition: Prisma.sql`"connectionId" = ${run.connectionId}::uuid AND "externalId" <> ALL(${present}::text[])
      AND ("itemPath" = ANY(${folderPaths.map(itemPathOf)}::text[]) OR ${isAtOrBelow(deletedPaths.map(itemPathOf))})`,
  });
}
