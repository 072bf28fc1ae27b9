import type { ListPage } from '@docfleet/connectors';
import { deleteItems, deleteItemsAt, findStoredItems, type SyncPlan } from '@docfleet/domain/connection';
import type { OutboxJob } from '@docfleet/domain/outbox';
import { addDocumentsToRun, type FoundDocument, noteUnchanged, type SourceRun } from '@docfleet/domain/run';
import type { ConnectorSyncContext } from '../context.ts';
import { sortItems } from './sort-items.ts';

/** Rows that one statement inserts, regardless of the size of the vendor's pages. */
const batchSize = 200;

export interface Sync {
  readonly run: SourceRun;
  readonly plan: SyncPlan;
}

/** Adds documents to the run, as far as its namespace's window has room; false when the run takes no more. */
export async function addItems(
  { database, dispatcher, admissionWindow }: ConnectorSyncContext,
  { run }: Sync,
  found: readonly FoundDocument[],
): Promise<boolean> {
  for (let start = 0; start < found.length; start += batchSize) {
    const batch = found.slice(start, start + batchSize);
    const jobs = await addDocumentsToRun(database, run.id, batch, admissionWindow);
    if (!jobs) return false;
    dispatcher.dispatch(jobs);
  }
  return true;
}

async function dispatchAll({ dispatcher }: ConnectorSyncContext, batches: AsyncIterable<OutboxJob[]>) {
  for await (const jobs of batches) dispatcher.dispatch(jobs);
}

/** The last time that a page names something counts. */
const once = <Item extends { readonly externalId: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.externalId, item])).values(),
];

interface Applied {
  /** Items that cannot be ingested and are no documents of the run. */
  readonly skipped: ListPage['skipped'];
  /** Whether an item came in another version than earlier in the same run. */
  readonly hasMoved: boolean;
}

/** Brings items in that a listing named, or that were asked for one by one. Undefined when the run takes no more. */
export async function applyItems(
  context: ConnectorSyncContext,
  sync: Sync,
  page: Pick<ListPage, 'items' | 'skipped'>,
): Promise<Applied | undefined> {
  const { database, settings } = context;
  const { run, plan } = sync;
  const externalIds = [...page.items, ...page.skipped].map(({ externalId }) => externalId);
  const stored = await findStoredItems(database, run, { reading: plan.reading, externalIds });
  const sorting = { run, plan, maxFileBytes: settings.fileBytes, stored };
  const { found, unchanged, skipped, hasMoved } = sortItems(page.items, page.skipped, sorting);
  if (!(await addItems(context, sync, found))) return undefined;
  await noteUnchanged(database, run, unchanged);
  return { skipped, hasMoved };
}

/**
 * Applies a page of a listing: new and changed items become documents of the run, unchanged ones count as successes, deleted ones as
 * deletions. May be repeated. Undefined when the run takes no more.
 */
export async function applyPage(
  context: ConnectorSyncContext,
  sync: Sync,
  page: ListPage,
): Promise<Applied | undefined> {
  const [items, skipped] = [once(page.items), once(page.skipped)];
  const applied = { skipped: [] as ListPage['skipped'][number][], hasMoved: false };
  for (let start = 0; start < Math.max(items.length, skipped.length); start += batchSize) {
    const end = start + batchSize;
    const part = { items: items.slice(start, end), skipped: skipped.slice(start, end) };
    const done = await applyItems(context, sync, part);
    if (!done) return undefined;
    applied.skipped.push(...done.skipped);
    applied.hasMoved ||= done.hasMoved;
  }
  const present = [...items, ...skipped].map(({ externalId }) => externalId);
  const { run } = sync;
  const named = new Set(present);
  const gone = page.deleted.filter((externalId) => !named.has(externalId));
  await dispatchAll(context, deleteItems(context.database, run, gone));
  const { deletedPaths = [], filePaths = [], folderPaths = [] } = page;
  const paths = { deletedPaths: [...deletedPaths, ...filePaths], folderPaths, present };
  await dispatchAll(context, deleteItemsAt(context.database, run, paths));
  return applied;
}
