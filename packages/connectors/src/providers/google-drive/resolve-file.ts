import { AppError } from '@docfleet/errors';
import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { DriveApi } from './drive-api.ts';
import { folderKind, shortcutKind } from './formats.ts';
import type { DriveFile } from './replies.ts';
import { reasonToSkip, toItem, toSkipped } from './to-item.ts';

/** What a listed file turns out to be. */
type Resolved =
  | { readonly is: 'item'; readonly item: ConnectorItem; readonly drive: string | undefined }
  | { readonly is: 'skipped'; readonly skipped: SkippedItem }
  | { readonly is: 'folder'; readonly folder: DriveFile; readonly byShortcut: boolean };

/** A target that is gone, or was never shared, concerns the shortcut alone. */
const isTargetsFault = (error: unknown): error is AppError =>
  error instanceof AppError && ['ITEM_NOT_FOUND', 'ITEM_FORBIDDEN'].includes(error.code);

async function targetOf(api: DriveApi, shortcut: DriveFile): Promise<DriveFile | undefined> {
  const id = shortcut.shortcutDetails?.targetId;
  if (!id) return undefined;
  try {
    const target = await api.files.get(id);
    return target.trashed ? undefined : target;
  } catch (error) {
    if (isTargetsFault(error)) return undefined;
    throw error;
  }
}

/** Looks behind shortcuts: what they lead to is what counts, under its own id. */
async function resolveFile(api: DriveApi, listed: DriveFile, folder: string | null): Promise<Resolved> {
  const byShortcut = listed.mimeType === shortcutKind;
  const file = byShortcut ? await targetOf(api, listed) : listed;
  if (!file) {
    return { is: 'skipped', skipped: toSkipped(listed, 'The target of this shortcut is gone or not shared') };
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
}

/** Resolves a page of files, one after the other: each shortcut costs a request. */
export async function resolveFiles(
  api: DriveApi,
  files: readonly DriveFile[],
  pathOf: (file: DriveFile) => string | null,
): Promise<ResolvedFiles> {
  const found: ResolvedFiles = { items: [], skipped: [], folders: [], drives: [] };
  for (const file of files) {
    const resolved = await resolveFile(api, file, pathOf(file));
    if (resolved.is === 'skipped') {
      found.skipped.push(resolved.skipped);
      continue;
    }
    if (resolved.is === 'item') found.items.push(resolved.item);
    else found.folders.push(resolved);
    found.drives.push(resolved.is === 'item' ? resolved.drive : resolved.folder.driveId);
  }
  return found;
}
