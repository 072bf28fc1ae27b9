import type { ConnectorItem, ListPage } from '@docfleet/connectors';
import type { StoredItem, SyncPlan } from '@docfleet/domain/connection';
import type { FoundDocument, SourceRun, UnchangedDocument } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { reasonToSkip } from './reason-to-skip.ts';

type Skipped = ListPage['skipped'][number];

/** What becomes of the items of a page. */
export interface SortedItems {
  readonly found: FoundDocument[];
  readonly unchanged: UnchangedDocument[];
  readonly skipped: Skipped[];
  /** Whether this run has met one of them in another version before. */
  hasMoved: boolean;
}

const longestName = 255;
/** A text in PostgreSQL cannot hold NUL. */
const storable = (name: string) => name.replaceAll('\0', '').toWellFormed().slice(0, longestName);

function documentOf(
  run: SourceRun,
  { connector, connectionId }: SyncPlan,
  item: Pick<ConnectorItem, 'externalId'> & { readonly name: string | null },
): FoundDocument {
  return {
    externalId: item.externalId,
    name: item.name === null ? null : storable(item.name),
    documentType: `${connector}_DOCUMENT`,
    ingestionSource: run.source,
    metadata: (run.config['metadata'] ?? {}) as FoundDocument['metadata'],
    connectionId,
    stage: 'FETCH_ITEM',
  };
}

/** An item that is to be fetched, in this version. */
export const itemDocument = (
  run: SourceRun,
  plan: SyncPlan,
  item: Pick<ConnectorItem, 'externalId' | 'path'> & {
    readonly name: string | null;
    readonly version: string;
  },
): FoundDocument => ({
  ...documentOf(run, plan, item),
  item: { version: item.version, path: item.path?.replaceAll('\0', '') ?? null },
});

/** One that was ingested before keeps its place and its content, and says why there is no newer one. */
const unsupported = (
  run: SourceRun,
  plan: SyncPlan,
  { externalId, name, reason }: Skipped,
): FoundDocument => ({
  ...documentOf(run, plan, { externalId, name }),
  failure: new AppError('ITEM_UNSUPPORTED', reason),
});

const tooLarge = (sizeBytes: number, limit: number) =>
  new AppError(
    'FILE_TOO_LARGE',
    `The file has ${sizeBytes} bytes, and ${limit} are the most that is ingested`,
  );

interface Sorting {
  readonly run: SourceRun;
  readonly plan: SyncPlan;
  /** Bytes. */
  readonly largestFile: number;
  readonly stored: ReadonlyMap<string, StoredItem>;
}

function sortItem(
  item: ConnectorItem,
  { run, plan, largestFile, stored }: Sorting,
  sorted: SortedItems,
): void {
  const { externalId, name, path, versionKey: version, sizeBytes } = item;
  const known = stored.get(externalId);
  if (known?.isInRun) {
    sorted.hasMoved ||= known.version !== version;
    return;
  }
  const reason = reasonToSkip(item);
  if (reason) {
    sorted.skipped.push({ externalId, name, reason });
    return;
  }
  const document = itemDocument(run, plan, { externalId, name, path, version });
  if (sizeBytes !== null && sizeBytes > largestFile)
    sorted.found.push({ ...document, failure: tooLarge(sizeBytes, largestFile) });
  else if (known?.visible?.version === version)
    sorted.unchanged.push({
      externalId,
      item: { connectionId: plan.connectionId, name: storable(name), path, version },
    });
  else sorted.found.push(document);
}

/** Says what becomes of items and of what cannot be ingested, by what is stored of them. */
export function sortItems(
  items: readonly ConnectorItem[],
  skipped: readonly Skipped[],
  sorting: Sorting,
): SortedItems {
  const sorted: SortedItems = { found: [], unchanged: [], skipped: [...skipped], hasMoved: false };
  for (const item of items) sortItem(item, sorting, sorted);
  for (const one of sorted.skipped) {
    const known = sorting.stored.get(one.externalId);
    if (known && !known.isInRun) sorted.found.push(unsupported(sorting.run, sorting.plan, one));
  }
  return sorted;
}
