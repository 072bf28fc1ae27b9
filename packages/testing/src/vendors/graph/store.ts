import { type FakeContent, lengthOf } from '../send-bytes.ts';

export interface FakeGraphItem {
  readonly id: string;
  readonly name: string;
  /** Id of its folder; default: the drive's root. */
  readonly parent?: string;
  readonly content?: FakeContent;
  readonly kind?: 'file' | 'folder' | 'oneNote';
  readonly malware?: boolean;
  /** MIME type; default: `text/plain`, null where Graph knows none. */
  readonly mimeType?: string | null;
  /** Whether the file has a `cTag`; default: true. */
  readonly hasContentTag?: boolean;
  /** Item of another drive that a shortcut points to. */
  readonly remote?: { readonly drive: string; readonly id: string };
}

interface Stored extends FakeGraphItem {
  readonly content: FakeContent;
  readonly version: number;
}

export interface FakeGraphDrive {
  readonly id: string;
  readonly items: Map<string, Stored>;
  /** Ids in the order of what happened to them. */
  readonly log: string[];
  /** Deleted items by their ids; feeds no longer have their names. */
  readonly gone: Map<string, Stored>;
  /** Ids of items that the account can no longer see; the change feed omits them unless it is asked for them. */
  readonly lost: Set<string>;
  /** Content of deleted folders by their ids. */
  readonly bin: Map<string, readonly Stored[]>;
}

function isBelow(items: ReadonlyMap<string, Stored>, { parent }: Stored, folder: string): boolean {
  const above = items.get(parent ?? '');
  return parent === folder || (above !== undefined && isBelow(items, above, folder));
}

const facetOf = ({ kind = 'file', remote, mimeType = 'text/plain' }: Stored) => {
  if (remote) return {};
  if (kind === 'oneNote') return { package: { type: 'oneNote' } };
  return kind === 'folder' ? { folder: { childCount: 0 } } : { file: mimeType === null ? {} : { mimeType } };
};

/** Returns the type of a drive: of a business user, of a site, or of a consumer. */
const driveTypeOf = ({ id }: FakeGraphDrive) =>
  id.startsWith('b!my-') ? 'business' : id.startsWith('b!') ? 'documentLibrary' : 'personal';

/** Whether a drive is a library or the OneDrive of a business user. */
const isOfBusiness = ({ id }: FakeGraphDrive) => id.startsWith('b!');

/** Returns the tags of an item: `cTag` changes with its content, `eTag` with any change. Change feeds of businesses omit `cTag`. */
function tagsOf(drive: FakeGraphDrive, { id, name, version, hasContentTag }: Stored, isInFeed: boolean) {
  if (!isOfBusiness(drive))
    return { eTag: `e${version}-${name}`, ...(hasContentTag !== false && { cTag: `c${version}` }) };
  return {
    eTag: `"{${id}-${name}},${version}"`,
    ...(!isInFeed && hasContentTag !== false && { cTag: `"c:{${id}},${version}"` }),
  };
}

/** Returns an item as a driveItem; change feeds omit the path of its parent. */
export function toResource(drive: FakeGraphDrive, item: Stored, isInFeed = false): object {
  return {
    id: item.id,
    name: item.name,
    size: lengthOf(item.content),
    ...tagsOf(drive, item, isInFeed),
    webUrl: `https://example.sharepoint.com/${item.id}`,
    lastModifiedDateTime: '2026-01-02T03:04:05Z',
    parentReference: {
      driveId: drive.id,
      driveType: driveTypeOf(drive),
      id: item.parent ?? 'root',
    },
    ...facetOf(item),
    ...(item.malware && { malware: { description: 'a virus' } }),
    ...(item.remote && {
      remoteItem: { id: item.remote.id, parentReference: { driveId: item.remote.drive } },
    }),
  };
}

export const rootResource = (drive: FakeGraphDrive): object => ({
  id: 'root',
  name: 'root',
  root: {},
  folder: { childCount: 1 },
  parentReference: { driveId: drive.id },
});

/** Page of a site, with its texts in HTML. */
export interface FakeSitePage {
  readonly id: string;
  readonly title: string;
  readonly level?: 'published' | 'checkout';
  readonly html: string;
  readonly version: number;
}

/** List of a site: rows by the names of columns. */
export interface FakeSiteList {
  readonly id: string;
  readonly displayName: string;
  readonly template?: string;
  readonly hidden?: boolean;
  readonly columns: readonly object[];
  readonly rows: readonly object[];
}

/** Deletes an item; the feed has no entries for its content. */
function removeItem({ items, log, gone, bin }: FakeGraphDrive, id: string): void {
  const item = items.get(id);
  if (!item) throw new Error(`There is no item ${id}`);
  const inside = [...items.values()].filter((other) => isBelow(items, other, id));
  for (const removed of [item, ...inside]) items.delete(removed.id);
  gone.set(id, item);
  bin.set(id, inside);
  log.push(id);
}

/** Restores an item from the recycle bin; the feed has no entries for its content. */
function restoreItem({ items, log, gone, bin }: FakeGraphDrive, id: string): void {
  const item = gone.get(id);
  if (!item) throw new Error(`There is no deleted item ${id}`);
  for (const back of [item, ...(bin.get(id) ?? [])]) items.set(back.id, back);
  gone.delete(id);
  log.push(id);
}

export type GraphStore = ReturnType<typeof createGraphStore>;

/** Creates the drives, sites, pages and lists of an emulated tenant. */
export function createGraphStore() {
  const drives = new Map<string, FakeGraphDrive>();
  const sites = new Map<string, string[]>();
  const sitePages = new Map<string, FakeSitePage[]>();
  const siteLists = new Map<string, FakeSiteList[]>();
  let version = 0;

  function drive(id: string): FakeGraphDrive {
    const known = drives.get(id) ?? {
      id,
      items: new Map(),
      log: [],
      gone: new Map(),
      lost: new Set(),
      bin: new Map(),
    };
    drives.set(id, known);
    return known;
  }

  return {
    drives,
    sites,
    sitePages,
    siteLists,
    drive,
    /** Creates an item or changes an existing one. */
    put(driveId: string, item: FakeGraphItem): void {
      const { items, log } = drive(driveId);
      version += 1;
      items.set(item.id, { content: '', ...item, version });
      log.push(item.id);
    },
    /** Renames or moves an item. */
    edit(driveId: string, id: string, change: { readonly name?: string; readonly parent?: string }): void {
      const { items, log } = drive(driveId);
      const item = items.get(id);
      if (!item) throw new Error(`There is no item ${id}`);
      items.set(id, { ...item, ...change });
      log.push(id);
    },
    remove: (driveId: string, id: string) => removeItem(drive(driveId), id),
    /** Removes the account's access to an item. */
    hide(driveId: string, id: string): void {
      const here = drive(driveId);
      removeItem(here, id);
      here.lost.add(id);
    },
    restore: (driveId: string, id: string) => restoreItem(drive(driveId), id),
  };
}
