import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import { reach } from '../../reach.ts';
import type { DriveApi } from './drive-api.ts';
import { folderKind, shortcutKind } from './formats.ts';
import type { DriveFile } from './replies.ts';
import { reasonToSkip, toItem, toSkipped } from './to-item.ts';

/** Result of resolving a listed file: an item, a skipped one, or a folder to list. */
type Resolved =
  | { readonly is: 'item'; readonly item: ConnectorItem; readonly drive: string | undefined }
  | { readonly is: 'skipped'; readonly skipped: SkippedItem; readonly isClosed?: boolean }
  | { readonly is: 'folder'; readonly folder: DriveFile; readonly byShortcut: boolean };

/** A target that is gone, or was never shared, concerns the shortcut alone. */
async function targetOf(api: DriveApi, shortcut: DriveFile) {
  const { targetId: id, targetResourceKey: key } = shortcut.shortcutDetails ?? {};
  if (!id) return { target: undefined, isClosed: false };
  const { answer, refused } = await reach(api.files.get(id, key));
  return { target: answer?.trashed ? undefined : answer, isClosed: refused?.isClosed ?? false };
}

/** Resolves a shortcut to its target, which is ingested under its own id. */
async function resolveFile(api: DriveApi, listed: DriveFile, folder: string | null): Promise<Resolved> {
  const byShortcut = listed.mimeType === shortcutKind;
  const { target: file, isClosed } = byShortcut
    ? await targetOf(api, listed)
    : { target: listed, isClosed: false };
  if (!file) {
    const skipped = toSkipped(listed, 'The target of this shortcut is gone or not shared');
    return { is: 'skipped', skipped, isClosed };
  }
  if (file.mimeType === folderKind) return { is: 'folder', folder: file, byShortcut };
  const reason = reasonToSkip(file);
  if (reason) return { is: 'skipped', skipped: toSkipped(file, reason) };
  return { is: 'item', item: toItem(file, folder), drive: file.driveId };
}

export interface ResolvedFiles {
  readonly items: ConnectorItem[];
  readonly skipped: SkippedItem[];
  readonly folders: Extract<Resolved, { is: 'folder' }>[];
  /** The shared drives that items and folders lie in. */
  readonly drives: (string | undefined)[];
  /** True when a shortcut leads to what the account may not see at the moment: it need not be gone. */
  isClosed: boolean;
}

/** Resolves a page of files, one after the other: each shortcut costs a request. */
export async function resolveFiles(
  api: DriveApi,
  files: readonly DriveFile[],
  pathOf: (file: DriveFile) => string | null,
): Promise<ResolvedFiles> {
  const found: ResolvedFiles = { items: [], skipped: [], folders: [], drives: [], isClosed: false };
  for (const file of files) {
    const resolved = await resolveFile(api, file, pathOf(file));
    if (resolved.is === 'skipped') {
      found.skipped.push(resolved.skipped);
      found.isClosed ||= resolved.isClosed ?? false;
      continue;
    }
    if (resolved.is === 'item') found.items.push(resolved.item);
    else found.folders.push(resolved);
    found.drives.push(resolved.is === 'item' ? resolved.drive : resolved.folder.driveId);
  }
  return found;
}
