import { randomUUID } from 'node:crypto';

export interface NotionProperty {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface NotionPage {
  readonly id: string;
  title: string;
  markdown: string;
  readonly createdAt: string;
  editedAt: string;
  isInTrash: boolean;
  /** Id of the parent page or data source; null at the top of the workspace. */
  readonly parent: string | null;
  readonly properties: Readonly<Record<string, NotionProperty>>;
  readonly comments: string[];
}

export interface NotionDatabase {
  readonly id: string;
  /** Id of its first data source. */
  readonly source: string;
  readonly moreSources?: readonly string[];
  /** Id of the parent page, or of a wiki's data source; null at the top of the workspace. */
  readonly parent: string | null;
}

/** Settings of the fake's behavior. */
export interface NotionLimits {
  repeatPages: boolean;
  /** Maximum length of a page's Markdown in characters; the rest is cut off and named by a block id. */
  maxMarkdownLength: number;
  /** Whether search returns what lies in the trash. */
  showsTrash: boolean;
  /** Whether search omits a result that exists: it is "not guaranteed to return everything". */
  leavesOut: (result: { readonly object: 'page' | 'data_source'; readonly id: string }) => boolean;
  /** Capabilities that the integration does not have. */
  readonly lacks: Set<'comments'>;
  /** Maximum of rows that a query of a data source returns. */
  maxRows: number;
}

export interface NotionWorkspace {
  readonly pages: Map<string, NotionPage>;
  /** Markdown that was cut off pages, by the id of the block that names it. */
  readonly blocks: Map<string, string>;
  readonly databases: Map<string, NotionDatabase>;
  /** Linked views of databases elsewhere, by id, with the pages that contain them. */
  readonly linked: Map<string, string>;
  /** Blocks without children, by id, with the pages that contain them. */
  readonly paragraphs: Map<string, string>;
  /** Blocks that contain pages, by id, with the pages that contain these blocks. */
  readonly toggles: Map<string, string>;
  /** Positions that the cursors of lists continue at; each cursor is valid for its own list. */
  readonly cursors: Map<string, { readonly list: string; readonly start: number }>;
  readonly pageSize: number;
  readonly fake: NotionLimits;
}

/** Returns the ids of a database's data sources. */
export const sourcesOf = ({ source, moreSources = [] }: NotionDatabase): readonly string[] => [
  source,
  ...moreSources,
];

/** Returns the parent of a page or database as the API describes it. */
export function parentOf(parent: string | null, { databases, toggles }: NotionWorkspace) {
  if (parent === null) return { type: 'workspace', workspace: true };
  const database = [...databases.values()].find((one) => sourcesOf(one).includes(parent));
  if (database) return { type: 'data_source_id', data_source_id: parent, database_id: database.id };
  return toggles.has(parent) ? { type: 'block_id', block_id: parent } : { type: 'page_id', page_id: parent };
}

/** Returns the parent of a database: a wiki, a page or the top of the workspace. */
export function parentOfDatabase({ parent }: NotionDatabase, workspace: NotionWorkspace) {
  const place = parentOf(parent, workspace);
  return 'database_id' in place ? { type: 'database_id', database_id: place.database_id } : place;
}

export const firstMinute = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

type Write = (page: Omit<NotionPage, 'createdAt' | 'editedAt' | 'isInTrash' | 'comments'>) => string;

/** Creates the operations with which users change databases. */
const editDatabases = (
  { databases, linked }: Pick<NotionWorkspace, 'databases' | 'linked'>,
  write: Write,
) => ({
  /** Adds a row to a database, which its first row creates; search does not return it. Returns the row's id. */
  putRow(name: string, title: string, properties: Readonly<Record<string, NotionProperty>>): string {
    const database = databases.get(name) ?? { id: randomUUID(), source: randomUUID(), parent: null };
    databases.set(name, database);
    return write({ id: randomUUID(), title, markdown: '', parent: database.source, properties });
  },
  /** Adds a row to a new data source of a database; returns the row's id. */
  addSource(name: string, title: string): string {
    const database = databases.get(name);
    if (!database) throw new Error(`There is no database ${name}`);
    const source = randomUUID();
    databases.set(name, { ...database, moreSources: [...(database.moreSources ?? []), source] });
    return write({ id: randomUUID(), title, markdown: '', parent: source, properties: {} });
  },
  /** Adds to a page a linked view of a database elsewhere. */
  putLinkedDatabase: (parent: string) => void linked.set(randomUUID(), parent),
  /** Moves a database into a page, of which it becomes a block. */
  moveToPage(name: string, page: string): void {
    const database = databases.get(name);
    if (database) databases.set(name, { ...database, parent: page });
  },
  /** Moves a database into a wiki, among the rows of its data source. */
  moveToWiki(name: string, wiki: string): void {
    const [database, home] = [databases.get(name), databases.get(wiki)];
    if (database && home) databases.set(name, { ...database, parent: home.source });
  },
  /** Returns the ids of a database and of its first data source. */
  database(name: string) {
    const found = databases.get(name);
    if (!found) throw new Error(`There is no database ${name}`);
    return found;
  },
});

/**
 * Creates the operations with which users change the workspace; each edit is a minute later than the one before, unless the fake's clock
 * says otherwise.
 */
export function createEditing(
  { pages, databases, linked, paragraphs, toggles }: NotionWorkspace,
  now: () => Date,
) {
  const write: Write = (page) => {
    const editedAt = new Date(Math.floor(now().getTime() / minuteMs) * minuteMs).toISOString();
    const { createdAt, comments } = pages.get(page.id) ?? { createdAt: editedAt, comments: [] };
    pages.set(page.id, { ...page, createdAt, comments, editedAt, isInTrash: false });
    return page.id;
  };
  const titleOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return {
    put(path: string, content: string | Uint8Array): string {
      const known = [...pages.values()].find(({ title, parent }) => title === titleOf(path) && !parent);
      const id = known?.id ?? randomUUID();
      return write({ id, title: titleOf(path), markdown: String(content), parent: null, properties: {} });
    },
    /** Adds a page below another one that search does not return; returns its id. */
    putChild: (parent: string, title: string, markdown: string) =>
      write({ id: randomUUID(), title, markdown, parent, properties: {} }),
    ...editDatabases({ databases, linked }, write),
    /** Adds to a page a block without children. */
    putParagraph: (page: string) => void paragraphs.set(randomUUID(), page),
    /** Adds to a page a block that may contain pages; returns its id. */
    putToggle(page: string): string {
      const id = randomUUID();
      toggles.set(id, page);
      return id;
    },
    trash(id: string): void {
      const page = pages.get(id);
      if (page) page.isInTrash = true;
    },
    comment: (page: string, text: string) => void pages.get(page)?.comments.push(text),
    move(id: string, path: string): void {
      const page = pages.get(id);
      if (page) write({ ...page, title: titleOf(path) });
    },
    remove: (id: string) => void pages.delete(id),
    putUnsupported: (): string => {
      throw new Error('Notion has nothing that cannot be read');
    },
    expireCursors: () => undefined,
  };
}
