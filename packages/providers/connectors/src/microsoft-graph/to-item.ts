import type { ConnectorItem, Feeds, ListPage, SkippedItem } from '../provider.ts';
import { reach } from '../refusal.ts';
import { type Collection, type Folder, isExplored, type ListingState, type Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';

/** One page of a listing and where it goes on. */
export interface Step extends Omit<ListPage, 'nextCursor' | 'syncCursor' | 'deletedPaths'> {
  /** Undefined at the listing's end. */
  readonly next: ListingState | undefined;
  /** State from which the next sync continues, at the listing's end; undefined without a feed. */
  readonly sync: ListingState | undefined;
}

export const nothing = {
  items: [],
  skipped: [],
  deleted: [],
  next: undefined,
  sync: undefined,
} as const satisfies Step;

/** Scope of a connection's listing. */
export interface Extent {
  /** Sites and libraries that each sync searches for drives. */
  readonly places: Places;
  /** Drives that it has in any case. */
  readonly drives: () => Promise<readonly string[]>;
  /** Files and folders, by their external ids. */
  readonly roots: readonly string[];
  /** Pages and lists of sites. */
  readonly collections?: readonly Collection[];
  /** Whether a user or a request selected the scope: then one refused part stops no other. */
  readonly isSelection: boolean;
  /** Whether its sites are found by a search, whose index may leave out existing ones. */
  readonly isSearched: boolean;
}

/** Tests whether a connection has one drive and nothing beside it: what that refuses is the connection's to say. */
export const isOneDrive = ({ isSelection, places }: Extent): boolean => !isSelection && isExplored(places);

export interface Reading {
  readonly api: GraphApi;
  readonly extent: Extent;
  readonly feeds: Feeds;
}

export const changesFrom = (places: Places): ListingState => ({
  listing: 'changes',
  areFeedsRead: false,
  places,
  isRotated: places.sitesLink === null,
  fresh: [],
});

/** OneDrive of consumers writes the id of a drive now in capitals and now not, and may leave out leading zeros: these are one drive. */
const consumerDrive = /^[0-9a-f]{12,16}$/i;

/** A drive's id in the form in which it is compared and stored. */
export const normalDrive = (id: string): string =>
  consumerDrive.test(id) ? id.toLowerCase().padStart(16, '0') : id;

/** Item ids are unique within their drive; neither id has a colon in it. */
export const externalIdOf = (drive: string, id: string): string => `${normalDrive(drive)}:${id}`;

/** Selected ids in the form in which they are compared: those of sites, pages and lists stay as they are. */
export const normalSelection = (selection: readonly string[] | undefined): readonly string[] | undefined =>
  selection?.map((id) => {
    if (/^(pages|lists):/.test(id) || id.includes(',')) return id;
    const { drive, id: item } = readExternalId(id);
    return item === undefined ? drive : externalIdOf(drive, item);
  });

/** The drive and item that an external id, or a selected id, names; `id` is undefined when it names a whole drive. */
export function readExternalId(externalId: string): { drive: string; id: string | undefined } {
  const at = externalId.lastIndexOf(':');
  if (at === -1) return { drive: normalDrive(externalId), id: undefined };
  return { drive: normalDrive(externalId.slice(0, at)), id: externalId.slice(at + 1) };
}

/**
 * Form of the eTags of business drives, whose change feed leaves them out: https://learn.microsoft.com/graph/api/driveitem-delta#remarks
 */
const businessTag = /^"c:\{/;

/** `cTag` changes with the content alone, `eTag` with a new name too; the latter is the one that businesses send in every list. */
function versionOf({ cTag, eTag, lastModifiedDateTime }: DriveItem): string {
  const contentTag = businessTag.test(cTag ?? '') ? undefined : cTag;
  return contentTag ?? eTag ?? cTag ?? lastModifiedDateTime ?? '';
}

/** The version that a fetched item has: the listed one, if it is still that by either tag. */
export const fetchedVersion = (item: DriveItem, listed: string): string =>
  listed === item.cTag || listed === item.eTag ? listed : versionOf(item);

export const isFolder = (item: DriveItem): boolean => item.folder != null && !item.package;

/** Tests for the sections of a notebook and their table of contents, which change feeds also name. */
const isSection = ({ name, file }: DriveItem): boolean => file !== undefined && /\.one(toc2)?$/i.test(name);

/** Returns the reason why an item's content cannot be read; undefined when it can. */
export function reasonToSkip(item: DriveItem): string | undefined {
  if (item.package?.type === 'oneNote' || isSection(item))
    return 'OneNote notebooks are not files and cannot be downloaded';
  if (item.package) return `A package of the kind "${item.package.type}" cannot be downloaded`;
  if (item.malware != null) return 'Microsoft has found malware in it';
  return item.file ? undefined : 'It is neither a file nor a folder';
}

const toSkipped = (drive: string, item: DriveItem, reason: string): SkippedItem => ({
  externalId: externalIdOf(drive, item.id),
  name: item.name,
  reason,
});

/** The folders above an item, from `/drives/x/root:/a/b`, where the listing has them: change feeds of businesses do not. */
function folderOf({ parentReference }: DriveItem): string | null {
  const [, folders] = /root:(.*)$/.exec(parentReference.path ?? '') ?? [];
  if (folders === undefined) return null;
  try {
    return decodeURIComponent(folders);
  } catch {
    // A name with a lone percent sign, which was not encoded after all.
    return folders;
  }
}

/** A file as the contract shows it. */
export function toItem(drive: string, item: DriveItem): ConnectorItem {
  const folder = folderOf(item);
  return {
    externalId: externalIdOf(drive, item.id),
    name: item.name,
    path: folder === null ? null : `${folder}/${item.name}`,
    url: item.webUrl ?? null,
    mimeType: item.file?.mimeType ?? null,
    sizeBytes: item.size ?? null,
    modifiedAt: item.lastModifiedDateTime ?? null,
    versionKey: versionOf(item),
    kind: 'file',
  };
}

export interface Sorted {
  readonly items: ConnectorItem[];
  readonly skipped: SkippedItem[];
  readonly deleted: string[];
  readonly folders: Folder[];
  /** Folders of other drives that shortcuts lead to. */
  readonly distant: Folder[];
  /** True when a shortcut leads to what the account may not see at the moment: it need not be gone. */
  isClosed: boolean;
}

function sortOne(drive: string, item: DriveItem, sorted: Sorted): void {
  if (isFolder(item)) {
    if (item.root == null) sorted.folders.push({ drive, id: item.id, name: item.name });
    return;
  }
  const reason = reasonToSkip(item);
  if (reason) sorted.skipped.push(toSkipped(drive, item, reason));
  else sorted.items.push(toItem(drive, item));
}

/** Sorts a shortcut to a shared item: an item of this drive that represents one of another. */
async function sortDistant(
  api: GraphApi,
  drive: string,
  item: DriveItem,
  remote: NonNullable<DriveItem['remoteItem']>,
  sorted: Sorted,
): Promise<void> {
  const home = remote.parentReference.driveId;
  const { answer: target, refused } =
    home === undefined ? {} : await reach(api.item(normalDrive(home), remote.id));
  sorted.isClosed ||= refused?.isClosed ?? false;
  if (home === undefined || !target)
    sorted.skipped.push(toSkipped(drive, item, 'The target of this shortcut is gone or not shared'));
  else if (isFolder(target))
    sorted.distant.push({ drive: normalDrive(home), id: target.id, name: target.name });
  else sortOne(home, target, sorted);
}

/** Sorts a page of a drive's items; each shortcut costs a request. */
export async function sortItems(api: GraphApi, drive: string, items: readonly DriveItem[]): Promise<Sorted> {
  const sorted: Sorted = { items: [], skipped: [], deleted: [], folders: [], distant: [], isClosed: false };
  // Graph may name an item twice in a page; the last time counts.
  for (const item of new Map(items.map((item) => [item.id, item])).values()) {
    if (item.deleted != null) sorted.deleted.push(externalIdOf(drive, item.id));
    else if (item.remoteItem) await sortDistant(api, drive, item, item.remoteItem, sorted);
    else sortOne(drive, item, sorted);
  }
  return sorted;
}
