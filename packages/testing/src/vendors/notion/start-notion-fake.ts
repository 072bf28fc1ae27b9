import { randomUUID } from 'node:crypto';
import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { createNotionWebhook, type NotionWebhook } from '../application-webhooks.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { fieldOf } from '../embedding-emulator.ts';

interface NotionPage {
  readonly id: string;
  title: string;
  markdown: string;
  editedAt: string;
  isInTrash: boolean;
  /** A page or a data source; null at the top of the workspace. */
  readonly parent: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface NotionFake extends DriveFake {
  readonly push: NotionWebhook;
  /** A page below another one that search does not show; returns its id. */
  putChild(parent: string, title: string, markdown: string): string;
  /** A row of a database (made with its first row) that search does not show; returns its id. */
  putRow(database: string, title: string, properties: Readonly<Record<string, unknown>>): string;
  /** The ids of a database and of its one data source. */
  database(name: string): { readonly id: string; readonly source: string };
  /** Pages longer than that are cut, and what is left out is named by a block's id. */
  longestMarkdown: number;
  /** What search does not return though it is there: it is "not guaranteed to return everything". */
  leavesOut: (result: { readonly object: 'page' | 'data_source'; readonly id: string }) => boolean;
  /** When edits from now on happen; Notion rounds it down to the minute. */
  now: () => Date;
}

interface Workspace {
  readonly pages: Map<string, NotionPage>;
  /** What was cut off a page, by the id of its block. */
  readonly blocks: Map<string, string>;
  readonly databases: Map<string, { readonly id: string; readonly source: string }>;
  readonly pageSize: number;
  readonly fake: Pick<NotionFake, 'repeatPages' | 'longestMarkdown' | 'leavesOut'>;
}

/** Those that the vendor's description names; Markdown of pages came with the last. */
const versions = ['2022-06-28', '2025-09-03', '2026-03-11'];

const firstMinute = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

const codes: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  529: 'service_overload',
};
const refusal = (status: number) => ({
  object: 'error',
  status,
  code: codes[status] ?? 'internal_server_error',
  message: `This is what Notion says with ${status}`,
  request_id: '0',
});
const missing: StubResponse = { status: 404, body: refusal(404) };

const textOf = (content: string) => [
  { type: 'text', text: { content, link: null }, plain_text: content, href: null },
];

const present = (page: NotionPage) => ({
  object: 'page',
  id: page.id,
  created_time: new Date(firstMinute).toISOString(),
  last_edited_time: page.editedAt,
  in_trash: page.isInTrash,
  url: `https://www.notion.so/${page.id.replaceAll('-', '')}`,
  parent: page.parent ? { type: 'page_id', page_id: page.parent } : { type: 'workspace', workspace: true },
  properties: { Name: { id: 'title', type: 'title', title: textOf(page.title) }, ...page.properties },
});

function listed(all: readonly object[], cursor: unknown, { pageSize, fake }: Workspace): StubResponse {
  const start = cursor === undefined || cursor === null ? 0 : Number(cursor);
  const end = start + pageSize;
  const next = fake.repeatPages ? String(start) : end < all.length ? String(end) : null;
  const results = all.slice(start, end);
  return { body: { object: 'list', results, next_cursor: next, has_more: next !== null } };
}

const sourcesOf = ({ databases }: Workspace) => [...databases.values()].map(({ source }) => source);

function search(request: StubRequest, workspace: Workspace): StubResponse {
  const cursor = fieldOf(request, 'start_cursor');
  const { value } = fieldOf(request, 'filter') as { value: string };
  if (value === 'data_source')
    return listed(
      sourcesOf(workspace)
        .map((id) => ({ object: 'data_source' as const, id }))
        .filter((source) => !workspace.fake.leavesOut(source)),
      cursor,
      workspace,
    );
  const found = [...workspace.pages.values()].filter(
    ({ id, parent, isInTrash }) => !parent && !isInTrash && !workspace.fake.leavesOut({ object: 'page', id }),
  );
  // The order of pages that were edited in the same minute is unspecified.
  const sorted = found.toSorted((one, other) => other.editedAt.localeCompare(one.editedAt));
  return listed(sorted.map(present), cursor, workspace);
}

function markdown(id: string, { pages, blocks, fake }: Workspace): StubResponse {
  const whole = pages.get(id)?.markdown ?? blocks.get(id);
  if (whole === undefined) return missing;
  const isCut = whole.length > fake.longestMarkdown;
  const left: string[] = [];
  if (isCut) {
    const block = randomUUID();
    blocks.set(block, whole.slice(fake.longestMarkdown));
    left.push(block);
  }
  const body = {
    object: 'page_markdown',
    id,
    markdown: whole.slice(0, fake.longestMarkdown),
    truncated: isCut,
    unknown_block_ids: left,
  };
  return { body };
}

function children(id: string, request: StubRequest, workspace: Workspace): StubResponse {
  if (!workspace.pages.has(id)) return missing;
  const below = [...workspace.pages.values()].filter(({ parent }) => parent === id);
  const blocks = below.map((page) => ({
    object: 'block',
    id: page.id,
    type: 'child_page',
    has_children: true,
  }));
  return listed(blocks, request.query.get('start_cursor'), workspace);
}

function rows(source: string, request: StubRequest, workspace: Workspace): StubResponse {
  const found = [...workspace.pages.values()].filter(({ parent }) => parent === source);
  return listed(found.map(present), fieldOf(request, 'start_cursor'), workspace);
}

function page(id: string, { pages }: Workspace): StubResponse {
  const known = pages.get(id);
  return known ? { body: present(known) } : missing;
}

const presentDatabase = ({ id, source }: { readonly id: string; readonly source: string }) => ({
  object: 'database',
  id,
  title: [],
  parent: { type: 'workspace', workspace: true },
  is_inline: false,
  in_trash: false,
  created_time: new Date(firstMinute).toISOString(),
  last_edited_time: new Date(firstMinute).toISOString(),
  data_sources: [{ id: source, name: 'Rows' }],
  icon: null,
  cover: null,
  url: `https://www.notion.so/${id.replaceAll('-', '')}`,
  public_url: null,
});

const self = {
  object: 'user',
  id: randomUUID(),
  name: 'docfleet',
  avatar_url: null,
  type: 'bot',
  bot: { owner: { type: 'workspace', workspace: true }, workspace_name: 'Acme', workspace_id: randomUUID() },
};

function answer(request: StubRequest, workspace: Workspace): StubResponse | undefined {
  if (!versions.includes(String(request.headers['notion-version'])))
    return { status: 400, body: { ...refusal(400), code: 'missing_version' } };
  const [, , kind = '', id = '', part = ''] = request.path.split('/');
  switch (`${kind}${part && '/'}${part}`) {
    case 'search':
      return search(request, workspace);
    case 'users':
      return { body: self };
    case 'pages':
      return page(id, workspace);
    case 'pages/markdown':
      return markdown(id, workspace);
    case 'blocks/children':
      return children(id, request, workspace);
    case 'data_sources/query':
      return sourcesOf(workspace).includes(id) ? rows(id, request, workspace) : missing;
    case 'databases': {
      const found = [...workspace.databases.values()].find((database) => database.id === id);
      return found ? { body: presentDatabase(found) } : missing;
    }
    default:
      return undefined;
  }
}

/** What users do; each edit comes a minute after the one before, unless the fake's clock says otherwise. */
function createEditing({ pages, databases }: Workspace, now: () => Date) {
  const write = (page: Omit<NotionPage, 'editedAt' | 'isInTrash'>): string => {
    const editedAt = new Date(Math.floor(now().getTime() / minuteMs) * minuteMs).toISOString();
    pages.set(page.id, { ...page, editedAt, isInTrash: false });
    return page.id;
  };
  const titleOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return {
    put(path: string, content: string | Uint8Array): string {
      const known = [...pages.values()].find(({ title, parent }) => title === titleOf(path) && !parent);
      const id = known?.id ?? randomUUID();
      return write({ id, title: titleOf(path), markdown: String(content), parent: null, properties: {} });
    },
    putChild: (parent: string, title: string, markdown: string) =>
      write({ id: randomUUID(), title, markdown, parent, properties: {} }),
    putRow(name: string, title: string, properties: Readonly<Record<string, unknown>>): string {
      const database = databases.get(name) ?? { id: randomUUID(), source: randomUUID() };
      databases.set(name, database);
      return write({ id: randomUUID(), title, markdown: '', parent: database.source, properties });
    },
    database(name: string) {
      const found = databases.get(name);
      if (!found) throw new Error(`There is no database ${name}`);
      return found;
    },
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

/** Starts a workspace of Notion as its API shows it: search, rows, children, Markdown that is cut, times rounded to the minute. */
export async function startNotionFake({
  pageSize = 100,
}: {
  readonly pageSize?: number;
} = {}): Promise<NotionFake> {
  let edits = 0;
  const settings = {
    exchanges: [],
    token: 'ntn_token',
    fault: undefined,
    repeatPages: false,
    push: createNotionWebhook({ length: () => edits, account: self.bot.workspace_id }),
    longestMarkdown: 10_000,
    leavesOut: () => false,
    now() {
      edits += 1;
      return new Date(firstMinute + edits * minuteMs);
    },
  };
  const pages = new Map<string, NotionPage>();
  const workspace: Workspace = { pages, blocks: new Map(), databases: new Map(), pageSize, fake: settings };
  const state = Object.assign(
    settings,
    createEditing(workspace, () => settings.now()),
  );
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, workspace), refusal },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
