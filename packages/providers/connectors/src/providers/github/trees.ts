import { AppError } from '@docfleet/errors';
import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { GithubApi } from './api.ts';
import { sortEntry } from './items.ts';
import type { Repository, TreeEntry } from './replies.ts';

/** Position in the files of a commit: a folder, and how much of what GitHub returns for it was read. */
export interface Place {
  readonly path: string;
  readonly offset: number;
}

export interface FilesRead {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  /** Undefined after the last folder. */
  readonly next: Place | undefined;
  /** True: a folder has more entries than GitHub names. */
  readonly isCut: boolean;
}

/** A commit of a repository. */
export interface Commit {
  readonly api: GithubApi;
  readonly repo: Repository;
  readonly sha: string;
}

const entriesAtOnce = 5_000;

const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isFolder = ({ type }: TreeEntry) => type === 'tree';

/** Looks for a folder's tree from the root on; undefined where the commit has none of that path. */
async function findTree({ api, repo, sha }: Commit, path: string): Promise<string | undefined> {
  let here = sha;
  for (const name of path === '' ? [] : path.split('/')) {
    const { tree, truncated } = await api.tree(repo, here, false);
    const found = tree.find((entry) => entry.path === name);
    if (!found && truncated) throw tooLarge(path);
    if (!found || !isFolder(found)) return undefined;
    here = found.sha;
  }
  return here;
}

const tooLarge = (path: string) =>
  new AppError('ITEM_FORBIDDEN', `GitHub does not name all that lies beside ${path}`);

/** Finds the entry at a path; undefined only when the folder was read whole and has none of that name. */
export async function entryAt(commit: Commit, path: string): Promise<TreeEntry | undefined> {
  const folder = await findTree(commit, folderOf(path));
  if (folder === undefined) return undefined;
  const { tree, truncated } = await commit.api.tree(commit.repo, folder, false);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = tree.find((entry) => entry.path === name);
  if (!found && truncated) throw tooLarge(path);
  return found;
}

/** The folder after all that lies in one: the next beside it, or beside one above it. */
export async function folderAfter(commit: Commit, path: string): Promise<Place | undefined> {
  for (let here = path; here !== ''; here = folderOf(here)) {
    const above = folderOf(here);
    const { tree } = await commit.api.tree(commit.repo, (await findTree(commit, above)) ?? '', false);
    const folders = tree.filter(isFolder).map((entry) => joined(above, entry.path));
    const next = folders[folders.indexOf(here) + 1];
    if (next !== undefined) return { path: next, offset: 0 };
  }
  return undefined;
}

/** The entries of a folder with all below it, or, where GitHub cuts that off, its own, to be followed by the folders in it. */
async function readFolder(commit: Commit, { path }: Place) {
  const { api, repo } = commit;
  const sha = await findTree(commit, path);
  if (sha === undefined)
    throw new AppError('CURSOR_EXPIRED', 'The commit has no folder at which the listing stopped');
  const whole = await api.tree(repo, sha, true);
  if (!whole.truncated) return { tree: whole.tree, after: () => folderAfter(commit, path), isCut: false };
  const { tree, truncated } = await api.tree(repo, sha, false);
  const first = tree.find(isFolder);
  const after = first
    ? async () => ({ path: joined(path, first.path), offset: 0 })
    : () => folderAfter(commit, path);
  return { tree, after, isCut: truncated };
}

/** Reads the files of a commit from a position on, up to one page. */
export async function readFiles(commit: Commit, place: Place): Promise<FilesRead> {
  const { tree, after, isCut } = await readFolder(commit, place);
  const end = place.offset + entriesAtOnce;
  const sorted = tree
    .slice(place.offset, end)
    .filter((entry) => !isFolder(entry))
    .map((entry) => sortEntry(commit.repo, entry, joined(place.path, entry.path)));
  return {
    items: sorted.flatMap(({ item }) => item ?? []),
    skipped: sorted.flatMap(({ skipped }) => skipped ?? []),
    next: end < tree.length ? { path: place.path, offset: end } : await after(),
    isCut,
  };
}

/** GitHub names no more files than this of a comparison, and does not say that it has left some out. */
const maxCompared = 300;

/** A commit whose folders are each read once: a file would read those above it again. */
function remembering(commit: Commit): Commit {
  const known = new Map<string, ReturnType<GithubApi['tree']>>();
  return {
    ...commit,
    api: {
      ...commit.api,
      tree(repo, sha, isRecursive) {
        const read = known.get(sha) ?? commit.api.tree(repo, sha, isRecursive);
        known.set(sha, read);
        return read;
      },
    },
  };
}

/**
 * Files that changed between two commits, and ids of those that are gone; undefined where GitHub cannot say everything: history was
 * rewritten, or more has changed than it names.
 */
export async function readChanged(
  commit: Commit,
  base: string,
): Promise<(Omit<FilesRead, 'next' | 'isCut'> & { readonly gone: readonly string[] }) | undefined> {
  const { status, files } = await commit.api.compare(commit.repo, base, commit.sha);
  if (!['ahead', 'identical'].includes(status) || files.length >= maxCompared) return undefined;
  const remembered = remembering(commit);
  const sorted: ReturnType<typeof sortEntry>[] = [];
  const removed = new Set(
    files.flatMap(({ filename, previous_filename, status }) =>
      status === 'removed' ? filename : status === 'renamed' ? (previous_filename ?? []) : [],
    ),
  );
  const changed = files.filter(({ status }) => !['removed', 'unchanged'].includes(status));
  const gone: string[] = [];
  for (const path of new Set([...removed, ...changed.map(({ filename }) => filename)])) {
    // A comparison has no sizes, does not distinguish links and submodules from files, and is alone no proof that one is gone.
    const entry = await entryAt(remembered, path);
    if (entry && !isFolder(entry)) sorted.push(sortEntry(commit.repo, entry, path));
    else if (removed.has(path)) gone.push(path);
  }
  return {
    items: sorted.flatMap(({ item }) => item ?? []),
    skipped: sorted.flatMap(({ skipped }) => skipped ?? []),
    gone,
  };
}
