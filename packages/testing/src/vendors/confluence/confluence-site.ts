export interface ConfluenceComment {
  readonly id: string;
  /** Id of the page or blog post. */
  readonly on: string;
  readonly storage: string;
  /** Id of the comment that it replies to; null for a root comment. */
  readonly parent: string | null;
  /** Whether it is an inline comment on words of the page, not a footer comment. */
  readonly isInline: boolean;
  readonly changedAt: string;
}

export interface ConfluenceContent {
  readonly id: string;
  readonly type: 'page' | 'folder' | 'whiteboard' | 'blogpost';
  status: 'current' | 'archived' | 'trashed';
  space: string;
  readonly parent: string | null;
  title: string;
  storage: string;
  version: number;
  readonly attachments: string[];
  readonly comments: ConfluenceComment[];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes comments below a page, on its words, or in reply to a comment, each an hour after the one before; returns their ids. */
function createCommenting(contents: ReadonlyMap<string, ConfluenceContent>) {
  let commented = 0;
  return (
    on: string,
    storage: string,
    {
      parent = null,
      isInline = false,
      ...given
    }: Partial<Omit<ConfluenceComment, 'id' | 'on' | 'storage'>> = {},
  ): string => {
    commented += 1;
    const id = String(900_000 + commented);
    const { changedAt = new Date(Date.UTC(2026, 0, 2) + commented * 3_600_000).toISOString() } = given;
    contents.get(on)?.comments.push({ id, on, storage, parent, isInline, changedAt });
    return id;
  };
}

/** Creates the operations with which users of a site change its content. */
export function createEditing(contents: Map<string, ConfluenceContent>) {
  let lastId = 65_000;
  function add(
    parent: string | null,
    title: string,
    { type, storage, space = 'ENG' }: { type: ConfluenceContent['type']; storage: string; space?: string },
  ): string {
    lastId += 1;
    const id = String(lastId);
    const state = { status: 'current', version: 1 } as const;
    contents.set(id, { ...state, id, type, parent, title, storage, space, attachments: [], comments: [] });
    return id;
  }
  return {
    comment: createCommenting(contents),
    put(path: string, content: string | Uint8Array): string {
      const storage = `<p>${escaped(String(content))}</p>`;
      const known = [...contents.values()].find(({ title }) => title === nameOf(path));
      if (!known) return add(null, nameOf(path), { type: 'page', storage });
      Object.assign(known, { storage, version: known.version + 1 });
      return known.id;
    },
    putBelow: (parent: string, title: string, type: ConfluenceContent['type'] = 'page', storage = '') =>
      add(parent, title, { type, storage }),
    putBlogPost: (title: string, storage: string, space = 'ENG') =>
      add(null, title, { type: 'blogpost', storage, space }),
    putInSpace: (space: string, title: string, storage: string) =>
      add(null, title, { type: 'page', storage, space }),
    moveToSpace(id: string, space: string): void {
      const content = contents.get(id);
      if (content) content.space = space;
    },
    setStatus(id: string, status: ConfluenceContent['status']): void {
      const content = contents.get(id);
      if (content) content.status = status;
    },
    putUnsupported: (path: string) => add(null, nameOf(path), { type: 'whiteboard', storage: '' }),
    attach: (page: string, fileName: string) => void contents.get(page)?.attachments.push(fileName),
    move(id: string, path: string): void {
      const content = contents.get(id);
      if (content) Object.assign(content, { title: nameOf(path), version: content.version + 1 });
    },
    remove: (id: string) => void contents.delete(id),
    expireCursors: () => undefined,
  };
}
