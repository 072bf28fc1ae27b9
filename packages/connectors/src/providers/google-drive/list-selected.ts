import { AppError } from '@docfleet/errors';
import { type Folder, nothing, type SelectedListing, type Step } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { ifMember } from './drives.ts';
import type { DriveFile } from './replies.ts';
import { type ResolvedFiles, resolveFiles } from './resolve-file.ts';

/** Selected ids a page: each costs a request. */
const rootsPerPage = 20;
/** Folders whose children are asked for with one request; Google refuses longer queries. */
const foldersPerQuery = 25;

export async function beginSelected(api: DriveApi, selection: readonly string[]): Promise<SelectedListing> {
  const feed = await api.changes.start();
  return {
    listing: 'selected',
    feed,
    roots: [...selection],
    batch: [],
    pending: [],
    jumps: [],
    watched: [],
    isWhole: true,
  };
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
  listing: SelectedListing,
  found: ResolvedFiles['folders'],
  pathOf: (file: DriveFile) => string,
): SelectedListing {
  const jumps = new Set(listing.jumps);
  const pending = [...listing.pending];
  for (const { folder, byShortcut } of found) {
    if (byShortcut && jumps.has(folder.id)) continue;
    if (byShortcut) jumps.add(folder.id);
    pending.push(toFolder(folder, pathOf(folder)));
  }
  return { ...listing, pending, jumps: [...jumps] };
}

/** Takes folders of one drive off the end of those that wait. */
function takeBatch(listing: SelectedListing): SelectedListing {
  const pending = [...listing.pending];
  const drive = pending.at(-1)?.drive;
  const batch: Folder[] = [];
  while (batch.length < foldersPerQuery && pending.length > 0 && pending.at(-1)?.drive === drive) {
    batch.push(pending.pop() as Folder);
  }
  return { ...listing, pending, batch, page: undefined };
}

/** A selected file that is gone is no error: the listing's end shows what it did not name. */
async function getRoot(api: DriveApi, id: string): Promise<DriveFile | undefined> {
  try {
    const file = await api.files.get(id);
    return file.trashed ? undefined : file;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Opens the change logs of shared drives that files were found in, before anything below these is read. */
async function watch(api: DriveApi, watched: readonly string[], drives: readonly (string | undefined)[]) {
  const fresh = [...new Set(drives)].filter(
    (drive): drive is string => drive !== undefined && !watched.includes(drive),
  );
  const opened: Record<string, string> = {};
  for (const drive of fresh) {
    const start = await ifMember(api.changes.start(drive));
    if (start !== undefined) opened[drive] = start;
  }
  return { watched: [...watched, ...fresh], feeds: opened };
}

async function readRoots(api: DriveApi, listing: SelectedListing) {
  const files: DriveFile[] = [];
  for (const id of listing.roots.slice(0, rootsPerPage)) {
    const file = await getRoot(api, id);
    if (file) files.push(file);
  }
  const found = await resolveFiles(api, files, () => '');
  const rest = { ...listing, roots: listing.roots.slice(rootsPerPage) };
  return { found, listing: enter(rest, found.folders, () => '') };
}

const noFiles = { files: [], nextPageToken: undefined, incompleteSearch: false };

async function readBatch(api: DriveApi, listing: SelectedListing) {
  const parents = listing.batch.map(({ id }) => `${quoted(id)} in parents`).join(' or ');
  const query = { q: `(${parents}) and trashed=false`, drive: listing.batch[0]?.drive, page: listing.page };
  const { files, nextPageToken, incompleteSearch } =
    listing.batch.length === 0 ? noFiles : await api.files.list(query);
  const paths = new Map(listing.batch.map(({ id, path }) => [id, path]));
  const pathOf = (file: DriveFile) => file.parents.map((id) => paths.get(id)).find((path) => path) ?? '';
  const found = await resolveFiles(api, files, pathOf);
  const next = enter({ ...listing, isWhole: listing.isWhole && !incompleteSearch }, found.folders, pathOf);
  return {
    found,
    listing: nextPageToken ? { ...next, page: nextPageToken } : { ...next, batch: [], page: undefined },
  };
}

/** Looks at some of the selected ids, or reads a page of the children of some folders. */
export async function stepSelected(api: DriveApi, begun: SelectedListing): Promise<Step> {
  const { found, listing: read } =
    begun.roots.length > 0
      ? await readRoots(api, begun)
      : await readBatch(api, begun.batch.length > 0 ? begun : takeBatch(begun));
  const { watched, feeds } = await watch(api, begun.watched, found.drives);
  // A log that was opened after its files were seen says nothing of what changed in between: they are looked at once more.
  if (watched.length > begun.watched.length) return { ...nothing, next: { ...begun, watched }, feeds };
  const listing = { ...read, watched };
  const isOver = listing.batch.length + listing.roots.length + listing.pending.length === 0;
  return {
    ...nothing,
    items: found.items,
    skipped: found.skipped,
    next: isOver ? undefined : listing,
    feed: isOver ? listing.feed : undefined,
    feeds,
    proof: isOver && listing.isWhole ? 'STATED' : undefined,
  };
}
