import type { ConnectorItem, ListPage } from '@docfleet/connectors';
import type { StoredItem, SyncPlan } from '@docfleet/domain/connection';
import { type FieldName, parseMetadata, readSourceValues } from '@docfleet/domain/document';
import { documentTypeOf } from '@docfleet/domain/ingest';
import type { FoundDocument, SourceRun, UnchangedDocument } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';

/** Kinds of files that hold no text which could be read, so that gigabytes of them need not be downloaded to find that out. */
const hopelessTypes = /^(?:video|audio|font|model)\//i;
const hopelessExtensions = new Map(
  Object.entries({
    'A video': 'mp4 m4v mov avi mkv webm wmv mpg mpeg',
    'A recording': 'mp3 m4a wav flac aac ogg wma',
    'An archive': 'zip rar 7z tar gz tgz bz2 xz',
    'A disk image': 'iso dmg img vmdk vhd vhdx',
    'A program': 'exe dll msi bin so dylib apk jar',
    'A font': 'ttf otf woff woff2',
  }).flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind] as const)),
);

/** Media types that identify a content regardless of its file extension: vendors' own documents are exported as these. */
const documentTypes =
  /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.)/i;

/** Returns the reason why an item's content need not even be fetched; undefined when it may be read. */
export function reasonToSkip({ name, mimeType, kind }: ConnectorItem): string | undefined {
  if (kind === 'page' || documentTypes.test(mimeType ?? '')) return undefined;
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const hopeless = hopelessExtensions.get(extension);
  if (hopeless) return `${hopeless} (.${extension}) holds no text that can be read`;
  if (hopelessTypes.test(mimeType ?? ''))
    return `A file of the type ${mimeType} holds no text that can be read`;
  return undefined;
}

type Skipped = ListPage['skipped'][number];

/** Items of a page by their treatment. */
export interface SortedItems {
  readonly found: FoundDocument[];
  readonly unchanged: UnchangedDocument[];
  readonly skipped: Skipped[];
  /** Whether this run has met one of them in another version before. */
  hasMoved: boolean;
}

const maxNameLength = 255;
/** A text in PostgreSQL cannot hold NUL. */
const storable = (text: string, maxLength = maxNameLength) =>
  text.replaceAll('\0', '').toWellFormed().slice(0, maxLength);
/** A path is stored whole: deletions are looked up by it. */
const storablePath = (path: string | null) => path?.replaceAll('\0', '') ?? null;

function documentOf(
  run: SourceRun,
  { connector, connectionId }: SyncPlan,
  item: Pick<ConnectorItem, 'externalId'> & { readonly name: string | null },
): FoundDocument {
  return {
    externalId: item.externalId,
    name: item.name === null ? null : storable(item.name),
    documentType: documentTypeOf(connector),
    ingestionSource: run.source,
    metadata: parseMetadata(run.config['metadata'] ?? {}),
    connectionId,
    stage: 'FETCH_ITEM',
  };
}

const maxReasonLength = 1_000;

/** Returns a skipped item with a name and a reason that can be stored. */
const storableSkipped = ({ name, reason, ...one }: Skipped): Skipped => ({
  ...one,
  name: storable(name),
  reason: storable(reason, maxReasonLength),
});

/** An item that is to be fetched, in this version. */
export const itemDocument = (
  run: SourceRun,
  plan: SyncPlan,
  item: Pick<ConnectorItem, 'externalId' | 'path'> &
    Partial<Pick<ConnectorItem, 'sizeBytes'> & Record<FieldName, string | null>> & {
      readonly name: string | null;
      readonly version: string;
    },
): FoundDocument => ({
  ...documentOf(run, plan, item),
  item: {
    version: item.version,
    sizeBytes: item.sizeBytes ?? null,
    path: storablePath(item.path),
    ...readSourceValues(item),
  },
});

/** Returns a failed document for an item that was ingested before: it keeps its place and content, and states why there is no newer one. */
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
  readonly maxFileBytes: number;
  readonly stored: ReadonlyMap<string, StoredItem>;
}

function sortItem(
  item: ConnectorItem,
  { run, plan, maxFileBytes, stored }: Sorting,
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
  const document = itemDocument(run, plan, { ...item, version });
  if (sizeBytes !== null && sizeBytes > maxFileBytes)
    sorted.found.push({ ...document, failure: tooLarge(sizeBytes, maxFileBytes) });
  else if (known?.visible?.version === version)
    sorted.unchanged.push({
      externalId,
      item: {
        connectionId: plan.connectionId,
        name: storable(name),
        path: storablePath(path),
        version,
        ...readSourceValues(item),
      },
    });
  // An unreadable item is read again once its version or the way of reading has changed.
  else if (known?.unreadable?.version === version)
    sorted.found.push({ ...document, failure: known.unreadable.failure });
  else sorted.found.push(document);
}

/**
 * Turns skipped items that were ingested before into failed documents of the run. Selected items that do not exist stay skipped, even if
 * they were ingested before.
 */
function sortSkipped({ skipped: all, ...sorted }: SortedItems, { run, plan, stored }: Sorting): SortedItems {
  const skipped = all.map(storableSkipped);
  const documentFor = ({ externalId, isMissing }: Skipped) =>
    isMissing ? undefined : stored.get(externalId);
  for (const one of skipped)
    if (documentFor(one)?.isInRun === false) sorted.found.push(unsupported(run, plan, one));
  return { ...sorted, skipped: skipped.filter((one) => !documentFor(one)) };
}

/** Sorts items and skipped ones by their stored state into the changes to apply. */
export function sortItems(
  items: readonly ConnectorItem[],
  skipped: readonly Skipped[],
  sorting: Sorting,
): SortedItems {
  const sorted: SortedItems = { found: [], unchanged: [], skipped: [...skipped], hasMoved: false };
  for (const item of items) sortItem(item, sorting, sorted);
  return sortSkipped(sorted, sorting);
}
