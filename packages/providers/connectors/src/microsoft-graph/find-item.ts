import { AppError } from '@docfleet/errors';
import { createFolderPlaces, jumpKey, type Place } from '../folder-places.ts';
import type { ConnectorItem, Covered } from '../provider.ts';
import { isClosed, reach } from '../refusal.ts';
import { readFeed } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { findSiteContent, readSiteContentId, type SiteContentId } from './site-contents.ts';
import { externalIdOf, isFolder, readExternalId, reasonToSkip, toItem } from './to-item.ts';

export interface ItemFinder {
  /** Finds one file, page or list; undefined when Graph answers that it is gone, or when it lies outside of what a listing covered. */
  find(api: GraphApi, externalId: string, covered: Covered | undefined): Promise<ConnectorItem | undefined>;
}

const cannotSay = (reason: string) => new AppError('ITEM_FORBIDDEN', reason);

/** A file as it is; undefined when Graph says that it, or its drive, is gone. What may not be seen or read rejects with ITEM_FORBIDDEN. */
async function readFile(api: GraphApi, drive: string, id: string): Promise<DriveItem | undefined> {
  const { answer: item, refused } = await reach(api.item(drive, id));
  if (refused?.isClosed) throw cannotSay(refused.reason);
  if (!item) return undefined;
  const reason = isFolder(item) ? 'It is a folder' : reasonToSkip(item);
  if (reason) throw cannotSay(reason);
  return item;
}

/** Tests whether a drive was read whole: parts of it are selected where its feed is only watched. */
async function isReadWhole({ feeds }: Covered, drive: string): Promise<boolean> {
  const feed = await feeds.find(drive);
  return feed !== undefined && !readFeed(feed).isWatched;
}

interface LookUp {
  readonly api: GraphApi;
  readonly covered: Covered;
  readonly drive: string;
}

const isCovered = async ({ selection, feeds }: Covered, folder: string): Promise<boolean> =>
  selection?.includes(folder) || (await feeds.find(jumpKey(folder))) !== undefined;

/** Returns the parents of a drive's folders and whether they are covered, by external ids. */
const treeOf = ({ api, covered, drive }: LookUp) => ({
  isCovered: (folder: string) => isCovered(covered, folder),
  async parentsOf(folder: string) {
    const { answer: item } = await reach(api.item(drive, readExternalId(folder).id ?? 'root'));
    if (!item) return undefined;
    const id = externalIdOf(drive, item.id);
    // The root has an id, and is named as `root` by some, in a selection or above an item.
    if (item.root != null) {
      if (id !== folder) return [id];
      const named = externalIdOf(drive, 'root');
      return covered.selection?.includes(named) ? [named] : [];
    }
    const above = item.parentReference.id;
    return above === undefined ? undefined : [externalIdOf(drive, above)];
  },
});

async function findContent(api: GraphApi, content: SiteContentId, covered: Covered | undefined) {
  if (covered && !covered.selection?.includes(`${content.kind}s:${content.site}`)) return undefined;
  try {
    return await findSiteContent(api, content);
  } catch (error) {
    throw isClosed(error) ? cannotSay(String(error.details['reason'])) : error;
  }
}

/** Looks items up one by one. `isPersonalRead` is false of a product that leaves the OneDrives of people out. */
export function createItemFinder(isPersonalRead: boolean): ItemFinder {
  const findFolderPlace = createFolderPlaces();

  async function findPlace(lookUp: LookUp, item: DriveItem): Promise<Place> {
    const { covered, drive } = lookUp;
    const { selection } = covered;
    if (selection?.includes(externalIdOf(drive, item.id)) || (await isReadWhole(covered, drive)))
      return 'inside';
    const { driveType, id } = item.parentReference;
    if (selection === undefined && driveType === 'business' && !isPersonalRead) return 'outside';
    const place =
      id === undefined
        ? 'unknown'
        : await findFolderPlace(covered.feeds, externalIdOf(drive, id), treeOf(lookUp));
    const isPart = selection?.some((root) => readExternalId(root).drive === drive) ?? false;
    // In a drive of which nothing was read as such it may stand behind a shortcut.
    return place === 'outside' && !isPart ? 'unknown' : place;
  }

  return {
    async find(api, externalId, covered) {
      const content = readSiteContentId(externalId);
      if (content) return findContent(api, content, covered);
      const { drive, id } = readExternalId(externalId);
      if (id === undefined) throw cannotSay('The id names no item of a drive');
      const item = await readFile(api, drive, id);
      if (!item) return undefined;
      const place = covered ? await findPlace({ api, covered, drive }, item) : 'inside';
      if (place === 'unknown' && covered?.proof === 'NONE')
        throw cannotSay('It is there, and may still belong to what is read');
      return place === 'inside' ? toItem(drive, item) : undefined;
    },
  };
}
