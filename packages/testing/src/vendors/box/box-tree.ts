import { createHash } from 'node:crypto';

export interface BoxEntry {
  readonly type: 'file' | 'folder' | 'web_link';
  readonly id: string;
  name: string;
  parent: string;
  content: Uint8Array;
  etag: number;
  isTrashed: boolean;
  /** Whether the item is no longer shared with the user; it still exists for others. */
  isUnshared?: boolean;
}

export const rootFolder = '0';

interface BoxEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly source: object;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Creates the items of a user by their ids, and the events of their changes. */
export function createBoxTree() {
  const entries = new Map<string, BoxEntry>();
  const events: BoxEvent[] = [];
  let lastId = 1_000;

  let previous: BoxEvent | undefined;

  const note = (entry: BoxEntry, type: string) => {
    const event = { event_id: `e${events.length}`, event_type: type, source: presentItem(entries, entry) };
    // Box delivers at least once, and not in order: the event before is repeated with the state that it reported.
    events.push(event, event, ...(previous ? [previous] : []));
    previous = event;
  };

  function add(
    type: BoxEntry['type'],
    name: string,
    parent: string,
    content: Uint8Array = new Uint8Array(),
  ): BoxEntry {
    lastId += 1;
    const entry = { type, id: String(lastId), name, parent, content, etag: 0, isTrashed: false };
    entries.set(entry.id, entry);
    note(entry, type === 'file' ? 'ITEM_UPLOAD' : 'ITEM_CREATE');
    return entry;
  }

  function folderAt(path: string): string {
    if (path === '') return rootFolder;
    const parent = folderAt(parentOf(path));
    const known = find(parent, nameOf(path));
    return (known ?? add('folder', nameOf(path), parent)).id;
  }

  const find = (parent: string, name: string) =>
    [...entries.values()].find((entry) => entry.parent === parent && entry.name === name && !entry.isTrashed);

  return { entries, events, note, add, folderAt, find };
}
export type BoxTree = ReturnType<typeof createBoxTree>;

/** Creates a file at a path, or uploads a new version of it. */
export function upload(tree: BoxTree, path: string, content: Uint8Array): string {
  const parent = tree.folderAt(parentOf(path));
  const known = tree.find(parent, nameOf(path));
  if (!known) return tree.add('file', nameOf(path), parent, content).id;
  Object.assign(known, { content, etag: known.etag + 1 });
  tree.note(known, 'ITEM_UPLOAD');
  return known.id;
}

/** Moves a file or folder to a path. */
export function moveItem(tree: BoxTree, id: string, path: string): void {
  const entry = tree.entries.get(id);
  if (!entry) throw new Error(`There is no ${id}`);
  Object.assign(entry, { parent: tree.folderAt(parentOf(path)), name: nameOf(path), etag: entry.etag + 1 });
  tree.note(entry, 'ITEM_MOVE');
}

/** Moves a file, or a folder with its content, to the trash. */
export function trashItem({ entries, note }: BoxTree, id: string): void {
  const entry = entries.get(id);
  if (!entry) throw new Error(`There is no ${id}`);
  entry.isTrashed = true;
  note(entry, 'ITEM_TRASH');
}

/** Ends the sharing of a file or folder with the user, or with others: the event is the same. */
export function unshareItem({ entries, note }: BoxTree, id: string, who: 'user' | 'others'): void {
  const entry = entries.get(id);
  if (!entry) throw new Error(`There is no ${id}`);
  note(entry, 'COLLAB_REMOVE_COLLABORATOR');
  entry.isUnshared = who === 'user';
}

/** Renames a file or folder in its place. */
export function renameItem({ entries, note }: BoxTree, id: string, name: string): void {
  const entry = entries.get(id);
  if (!entry) throw new Error(`There is no ${id}`);
  Object.assign(entry, { name, etag: entry.etag + 1 });
  note(entry, 'ITEM_RENAME');
}

/** Restores a file, or a folder with its content, from the trash. */
export function restoreItem({ entries, note }: BoxTree, id: string): void {
  const entry = entries.get(id);
  if (!entry) throw new Error(`There is no ${id}`);
  entry.isTrashed = false;
  note(entry, 'ITEM_UNDELETE_VIA_TRASH');
}

const rootMini = { type: 'folder', id: rootFolder, sequence_id: null, etag: null, name: 'All Files' };

function ancestors(entries: ReadonlyMap<string, BoxEntry>, { parent }: BoxEntry): object[] {
  const above: object[] = [];
  for (let folder = entries.get(parent); folder; folder = entries.get(folder.parent)) {
    const { id, name, etag } = folder;
    above.unshift({ type: 'folder', id, sequence_id: '0', etag: String(etag), name });
  }
  return [rootMini, ...above];
}

/** Returns a file, folder or bookmark as the API describes it. */
export function presentItem(entries: ReadonlyMap<string, BoxEntry>, entry: BoxEntry): object {
  const { type, id, name, etag, isTrashed, content } = entry;
  const mini = { type, id, sequence_id: '0', etag: String(etag), name };
  if (type === 'web_link') return { ...mini, url: 'https://example.com' };
  const above = ancestors(entries, entry);
  const sha1 = createHash('sha1').update(content).digest('hex');
  return {
    ...mini,
    ...(type === 'file' && { size: content.byteLength, sha1, content_modified_at: '2026-01-01T00:00:00Z' }),
    modified_at: '2026-01-02T00:00:00Z',
    path_collection: { total_count: above.length, entries: above },
    item_status: isTrashed ? 'trashed' : 'active',
  };
}
