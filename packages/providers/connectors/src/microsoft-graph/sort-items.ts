import type { ConnectorItem, SkippedItem } from '../provider.ts';
import { reach } from '../reach.ts';
import type { Folder } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { externalIdOf, isFolder, normalDrive, reasonToSkip, toItem, toSkipped } from './to-item.ts';

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
