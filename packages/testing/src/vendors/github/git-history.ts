import { createHash } from 'node:crypto';

export interface GitFile {
  readonly sha: string;
  readonly mode: string;
  readonly content: Uint8Array;
}

interface GitEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  readonly size?: number;
}

interface Commit {
  readonly sha: string;
  readonly parent: string | null;
  readonly files: ReadonlyMap<string, GitFile>;
}

export type GitHistory = ReturnType<typeof createGitHistory>;

const hashOf = (kind: string, content: Uint8Array | string) =>
  createHash('sha1').update(kind).update('\0').update(content).digest('hex');

const submodule = '160000';
const typeOf = ({ mode }: GitFile) => (mode === submodule ? ('commit' as const) : ('blob' as const));

function entryOf(path: string, file: GitFile): GitEntry {
  const type = typeOf(file);
  return {
    path,
    mode: file.mode,
    type,
    sha: file.sha,
    ...(type === 'blob' && { size: file.content.byteLength }),
  };
}

/** The entries of a folder and of all below it, each with its path from there, in the order of Git. */
function entriesBelow(files: ReadonlyMap<string, GitFile>): GitEntry[] {
  const folders = new Map<string, Map<string, GitFile>>();
  const found = [...files].map(([path, file]) => entryOf(path, file));
  for (const [path, file] of files)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const inner = folders.get(path.slice(0, at)) ?? new Map<string, GitFile>();
      folders.set(path.slice(0, at), inner.set(path.slice(at + 1), file));
    }
  for (const [path, inner] of folders)
    found.push({ path, mode: '040000', type: 'tree', sha: treeSha(inner) });
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const treeSha = (files: ReadonlyMap<string, GitFile>) =>
  hashOf(
    'tree',
    [...files]
      .map(([path, { sha, mode }]) => `${mode} ${path} ${sha}`)
      .toSorted()
      .join('\n'),
  );

interface Store {
  readonly commits: Map<string, Commit>;
  readonly blobs: Map<string, Uint8Array>;
  head: string | null;
  files: ReadonlyMap<string, GitFile>;
}

function commit(store: Store, files: ReadonlyMap<string, GitFile>): void {
  const sha = hashOf('commit', `${store.commits.size} ${store.head}`);
  store.commits.set(sha, { sha, parent: store.head, files });
  Object.assign(store, { head: sha, files });
}

/** A tree by the hash of a commit or of a folder in one. */
function filesOf({ commits }: Store, sha: string): ReadonlyMap<string, GitFile> | undefined {
  const known = commits.get(sha);
  if (known) return known.files;
  for (const one of [...commits.values()].toReversed()) {
    const folder = entriesBelow(one.files).find((entry) => entry.sha === sha && entry.type === 'tree');
    if (!folder) continue;
    const start = `${folder.path}/`;
    const inner = [...one.files].filter(([path]) => path.startsWith(start));
    return new Map(inner.map(([path, file]) => [path.slice(start.length), file]));
  }
  return undefined;
}

function isAbove({ commits }: Store, base: string, from: string): boolean {
  for (let here: string | null = from; here !== null; here = commits.get(here)?.parent ?? null)
    if (here === base) return true;
  return false;
}

function compare(store: Store, base: string, to: string) {
  const [one, other] = [store.commits.get(base), store.commits.get(to)];
  if (!one || !other) return undefined;
  const status = base === to ? 'identical' : isAbove(store, base, to) ? 'ahead' : 'diverged';
  const gone = [...one.files].filter(([path]) => !other.files.has(path));
  const changes = [...other.files].flatMap(([filename, file]) => {
    const before = one.files.get(filename);
    if (before?.sha === file.sha && before.mode === file.mode) return [];
    const source = before ? -1 : gone.findIndex(([, { sha }]) => sha === file.sha);
    const [from] = source < 0 ? [] : gone.splice(source, 1);
    if (from) return { filename, sha: file.sha, status: 'renamed', previous_filename: from[0] };
    return { filename, sha: file.sha, status: before ? 'modified' : 'added' };
  });
  const removed = gone.map(([filename, { sha }]) => ({ filename, sha, status: 'removed' }));
  return { status, files: [...changes, ...removed] };
}

/** The commits of one branch, each with the files that it has. */
export function createGitHistory() {
  const store: Store = { commits: new Map(), blobs: new Map(), head: null, files: new Map() };
  return {
    get head() {
      return store.head;
    },
    blob: (sha: string) => store.blobs.get(sha),
    put(path: string, content: Uint8Array, mode = '100644'): void {
      const sha = hashOf('blob', content);
      if (mode !== submodule) store.blobs.set(sha, content);
      commit(store, new Map(store.files).set(path, { sha, mode, content }));
    },
    move(from: string, to: string): void {
      const changed = new Map(store.files);
      const file = changed.get(from);
      changed.delete(from);
      if (file) commit(store, changed.set(to, file));
    },
    remove(path: string): void {
      const changed = new Map(store.files);
      changed.delete(path);
      commit(store, changed);
    },
    /** Replaces the history by one commit with the same files: the commits before are gone. */
    rewrite(): void {
      const { files, head } = store;
      store.commits.clear();
      Object.assign(store, { head: null });
      if (head === null) return;
      const sha = hashOf('rewritten', head);
      store.commits.set(sha, { sha, parent: null, files });
      Object.assign(store, { head: sha });
    },
    tree(sha: string, isRecursive: boolean): GitEntry[] | undefined {
      const found = filesOf(store, sha);
      const entries = found && entriesBelow(found);
      return isRecursive ? entries : entries?.filter(({ path }) => !path.includes('/'));
    },
    compare: (base: string, to: string) => compare(store, base, to),
  };
}
