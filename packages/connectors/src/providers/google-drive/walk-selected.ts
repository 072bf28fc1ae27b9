import { AppError } from '@docfleet/errors';
import type { Folder, SelectedWalk } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import type { DriveFile } from './replies.ts';
import { type ResolvedFiles, resolveFiles } from './resolve-file.ts';
import type { Step } from './step.ts';

/** Selected ids a page: each costs a request. */
const rootsPerPage = 20;
/** Folders whose children are asked for with one request; Google refuses longer queries. */
const foldersPerQuery = 25;

export async function beginSelected(api: DriveApi, selection: readonly string[]): Promise<SelectedWalk> {
  const feed = await api.changes.start();
  return { walk: 'selected', feed, roots: [...selection], batch: [], pending: [], jumps: [], isWhole: true };
}

/** In a query's string, `'` and `\` are escaped. */
const quoted = (id: string) => `'${id.replaceAll(/['\\]/g, '\\$&')}'`;

const toFolder = (file: DriveFile, parent: string): Folder => ({
  id: file.id,
  path: `${parent}/${file.name}`,
  drive: file.driveId,
});

/** The folders of a page that have not been entered by a shortcut before. */
function enter(
  walk: SelectedWalk,
  found: ResolvedFiles['folders'],
  pathOf: (file: DriveFile) => string,
): SelectedWalk {
  const jumps = new Set(walk.jumps);
  const pending = [...walk.pending];
  for (const { folder, byShortcut } of found) {
    if (byShortcut && jumps.has(folder.id)) continue;
    if (byShortcut) jumps.add(folder.id);
    pending.push(toFolder(folder, pathOf(folder)));
  }
  return { ...walk, pending, jumps: [...jumps] };
}

/** Takes folders of one drive off the end of those that wait. */
function takeBatch(walk: SelectedWalk): SelectedWalk {
  const pending = [...walk.pending];
  const drive = pending.at(-1)?.drive;
  const batch: Folder[] = [];
  while (batch.length < foldersPerQuery && pending.length > 0 && pending.at(-1)?.drive === drive) {
    batch.push(pending.pop() as Folder);
  }
  return { ...walk, pending, batch, page: undefined };
}

/** A selected file that is gone is no error: the walk's end tells what it did not name. */
async function getRoot(api: DriveApi, id: string): Promise<DriveFile | undefined> {
  try {
    const file = await api.files.get(id);
    return file.trashed ? undefined : file;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

async function readRoots(api: DriveApi, walk: SelectedWalk) {
  const files: DriveFile[] = [];
  for (const id of walk.roots.slice(0, rootsPerPage)) {
    const file = await getRoot(api, id);
    if (file) files.push(file);
  }
  const found = await resolveFiles(api, files, () => '');
  const rest = { ...walk, roots: walk.roots.slice(rootsPerPage) };
  return { found, walk: enter(rest, found.folders, () => '') };
}

const nothing = { files: [], nextPageToken: undefined, incompleteSearch: false };

async function readBatch(api: DriveApi, walk: SelectedWalk) {
  const parents = walk.batch.map(({ id }) => `${quoted(id)} in parents`).join(' or ');
  const query = { q: `(${parents}) and trashed=false`, drive: walk.batch[0]?.drive, page: walk.page };
  const { files, nextPageToken, incompleteSearch } =
    walk.batch.length === 0 ? nothing : await api.files.list(query);
  const paths = new Map(walk.batch.map(({ id, path }) => [id, path]));
  const pathOf = (file: DriveFile) => file.parents.map((id) => paths.get(id)).find((path) => path) ?? '';
  const found = await resolveFiles(api, files, pathOf);
  const next = enter({ ...walk, isWhole: walk.isWhole && !incompleteSearch }, found.folders, pathOf);
  return {
    found,
    walk: nextPageToken ? { ...next, page: nextPageToken } : { ...next, batch: [], page: undefined },
  };
}

/** Looks at some of the selected ids, or reads a page of the children of some folders. */
export async function stepSelected(api: DriveApi, begun: SelectedWalk): Promise<Step> {
  const { found, walk } =
    begun.roots.length > 0
      ? await readRoots(api, begun)
      : await readBatch(api, begun.batch.length > 0 ? begun : takeBatch(begun));
  const isOver = walk.batch.length + walk.roots.length + walk.pending.length === 0;
  return {
    items: found.items,
    skipped: found.skipped,
    deleted: [],
    next: isOver ? undefined : walk,
    feed: isOver ? walk.feed : undefined,
    isComplete: isOver && walk.isWhole,
  };
}
