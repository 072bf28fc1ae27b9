import { createHash } from 'node:crypto';

interface FileKind {
  /** Whether it is a Paper document, which can only be exported. */
  isPaper: boolean;
  isLink: boolean;
  /** Formats that it can be exported in. */
  formats: readonly string[];
}

export interface DropboxFile extends FileKind {
  readonly id: string;
  path: string;
  content: Uint8Array;
  rev: string;
  modifiedAt: string;
}

const plain: FileKind = { isPaper: false, isLink: false, formats: [] };

/** Change of the tree, in the order in which list_folder/continue returns them. */
type Change =
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'deleted'; readonly path: string };

const stamp = (number: number) =>
  new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString().replace('.000', '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const idOf = (path: string) => `id:${createHash('sha256').update(path).digest('base64url').slice(0, 22)}`;

/** Creates the files of an account and a journal of their changes. */
export function createDropboxTree() {
  const files = new Map<string, DropboxFile>();
  const folders = new Map<string, string>();
  const journal: Change[] = [];

  function addFolders(path: string): void {
    const parts = path.split('/').slice(1, -1);
    for (const depth of parts.keys()) {
      const folder = `/${parts.slice(0, depth + 1).join('/')}`;
      if (folders.has(folder)) continue;
      folders.set(folder, idOf(`folder ${folder}`));
      journal.push({ kind: 'folder', path: folder });
    }
  }

  return {
    files,
    folders,
    journal,
    put(path: string, content: Uint8Array, kind: Partial<FileKind> = {}): string {
      addFolders(path);
      const known = [...files.values()].find((file) => file.path === path);
      const id = known?.id ?? idOf(`${path} ${journal.length}`);
      const rev = (0x015000000 + journal.length).toString(16).padStart(9, '0');
      files.set(id, { id, path, content, rev, modifiedAt: stamp(journal.length), ...plain, ...kind });
      journal.push({ kind: 'file', id });
      return id;
    },
    move(id: string, path: string): void {
      const file = files.get(id);
      if (!file) throw new Error(`There is no ${id}`);
      addFolders(path);
      journal.push({ kind: 'deleted', path: file.path }, { kind: 'file', id });
      file.path = path;
    },
    /** Deletes a file by its id, or a folder with its content by its path. */
    remove(target: string): void {
      const path = files.get(target)?.path ?? target;
      for (const [id, file] of files)
        if (file.path === path || file.path.startsWith(`${path}/`)) files.delete(id);
      for (const folder of folders.keys())
        if (folder === path || folder.startsWith(`${path}/`)) folders.delete(folder);
      journal.push({ kind: 'deleted', path });
    },
  };
}
export type DropboxTree = ReturnType<typeof createDropboxTree>;

/** Removes the item at a path, and all below, without an entry in the journal: the next entry for this path implies it. */
export function vanishAt({ files, folders }: DropboxTree, path: string): void {
  const lower = path.toLowerCase();
  const isThere = (one: string) => one.toLowerCase() === lower || one.toLowerCase().startsWith(`${lower}/`);
  for (const [id, file] of files) if (isThere(file.path)) files.delete(id);
  for (const folder of folders.keys()) if (isThere(folder)) folders.delete(folder);
}

const contentHash = (content: Uint8Array) =>
  createHash('sha256').update(createHash('sha256').update(content).digest()).digest('hex');

const exportInfo = ({ formats }: DropboxFile) => ({ export_as: formats[0], export_options: formats });

/** Returns a file in the form of Dropbox's FileMetadata. */
export const fileMetadata = (file: DropboxFile) => ({
  '.tag': 'file',
  name: nameOf(file.path),
  id: file.id,
  path_lower: file.path.toLowerCase(),
  path_display: file.path,
  client_modified: file.modifiedAt,
  server_modified: file.modifiedAt,
  rev: file.rev,
  size: file.content.byteLength,
  is_downloadable: !file.isPaper,
  content_hash: contentHash(file.content),
  ...(file.isPaper && { export_info: exportInfo(file) }),
  ...(file.isLink && { symlink_info: { target: '/elsewhere' } }),
});

/** Returns a folder or a deleted path in the form of FolderMetadata and DeletedMetadata. */
export const folderMetadata = (path: string, id: string) => ({
  '.tag': 'folder',
  name: nameOf(path),
  id,
  path_lower: path.toLowerCase(),
  path_display: path,
});
export const deletedMetadata = (path: string) => ({
  '.tag': 'deleted',
  name: nameOf(path),
  path_lower: path.toLowerCase(),
  path_display: path,
});
