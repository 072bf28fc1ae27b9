import { randomUUID } from 'node:crypto';
import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type NotionQuery, type NotionSearch, readNotionCall } from './notion-requests.ts';
import {
  firstMinute,
  type NotionDatabase,
  type NotionPage,
  type NotionWorkspace,
  parentOf,
  parentOfDatabase,
  sourcesOf,
} from './notion-workspace.ts';
import { describedBy, shownProperties, valuesOf } from './shown-properties.ts';

/** Request for one page of a list. */
interface Asked {
  readonly start_cursor?: string | undefined;
  readonly page_size: number;
}

/** Versions of the API that Notion's description names; Markdown of pages came with the last. */
const versions = ['2022-06-28', '2025-09-03', '2026-03-11'];

const codes: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  529: 'service_overload',
};
/** Returns the body of Notion's error with a status. */
export const refusal = (status: number) => ({
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

/** Responds with all values of a page's property, each as an item. */
function propertyItems(id: string, property: string, asked: Asked, workspace: NotionWorkspace): StubResponse {
  const known = workspace.pages.get(id)?.properties[property];
  const items = known && valuesOf(property, known);
  if (!known || !items) return missing;
  const extra = { type: 'property_item', property_item: describedBy(property, known) };
  return listed(items, asked, { workspace, list: `${property} of ${id}`, extra });
}

const present = (workspace: NotionWorkspace) => (page: NotionPage) => ({
  object: 'page' as const,
  id: page.id,
  created_time: page.createdAt,
  last_edited_time: page.editedAt,
  in_trash: page.isInTrash,
  url: `https://www.notion.so/${page.id.replaceAll('-', '')}`,
  parent: parentOf(page.parent, workspace),
  properties: { Name: { id: 'title', type: 'title', title: textOf(page.title) }, ...shownProperties(page) },
});

function listed(
  all: readonly object[],
  { start_cursor, page_size }: Asked,
  { workspace, list, extra = {} }: { workspace: NotionWorkspace; list: string; extra?: object },
): StubResponse {
  const { pageSize, fake, cursors } = workspace;
  const place = start_cursor === undefined ? { list, start: 0 } : cursors.get(start_cursor);
  if (place?.list !== list)
    return { status: 400, body: { ...refusal(400), message: 'The start_cursor provided is invalid' } };
  const end = place.start + Math.min(pageSize, page_size);
  let next: string | null = null;
  if (fake.repeatPages || end < all.length) {
    next = fake.repeatPages && start_cursor !== undefined ? start_cursor : randomUUID();
    cursors.set(next, { list, start: fake.repeatPages ? place.start : end });
  }
  const results = all.slice(place.start, end);
  return { body: { object: 'list', results, next_cursor: next, has_more: next !== null, ...extra } };
}

function search(asked: NotionSearch, workspace: NotionWorkspace): StubResponse {
  const list = JSON.stringify(asked.filter);
  const sources = [...workspace.databases.values()]
    .flatMap(sourcesOf)
    .map((id) => ({ object: 'data_source' as const, id }));
  const pages = [...workspace.pages.values()]
    .filter(({ parent, isInTrash }) => !parent && (!isInTrash || workspace.fake.showsTrash))
    // The order of pages that were edited in the same minute is unspecified.
    .toSorted((one, other) => other.editedAt.localeCompare(one.editedAt))
    .map(present(workspace));
  if (asked.sort?.direction === 'ascending') pages.reverse();
  const wanted = asked.filter?.value;
  const found = [...(wanted === 'data_source' ? [] : pages), ...(wanted === 'page' ? [] : sources)].filter(
    ({ object, id }) => !workspace.fake.leavesOut({ object, id }),
  );
  return listed(found, asked, { workspace, list });
}

function markdown(id: string, { pages, blocks, fake }: NotionWorkspace): StubResponse {
  const whole = pages.get(id)?.markdown ?? blocks.get(id);
  if (whole === undefined) return missing;
  const isCut = whole.length > fake.maxMarkdownLength;
  const left: string[] = [];
  if (isCut) {
    const block = randomUUID();
    blocks.set(block, whole.slice(fake.maxMarkdownLength));
    left.push(block);
  }
  const body = {
    object: 'page_markdown',
    id,
    markdown: whole.slice(0, fake.maxMarkdownLength),
    truncated: isCut,
    unknown_block_ids: left,
  };
  return { body };
}

function children(id: string, asked: Asked, workspace: NotionWorkspace): StubResponse {
  const { pages, databases, linked, paragraphs, toggles } = workspace;
  if (!pages.has(id) && !toggles.has(id)) return missing;
  const block = (type: string, of: string, has_children: boolean) => ({
    object: 'block',
    id: of,
    type,
    has_children,
  });
  const blocks = [
    ...[...pages.values()]
      .filter(({ parent, isInTrash }) => parent === id && !isInTrash)
      .map((page) => block('child_page', page.id, true)),
    ...[...paragraphs]
      .filter(([, page]) => page === id)
      .map(([paragraph]) => block('paragraph', paragraph, false)),
    ...[...toggles].filter(([, page]) => page === id).map(([toggle]) => block('toggle', toggle, true)),
    ...[...databases.values()]
      .filter(({ parent }) => parent === id)
      .map((database) => block('child_database', database.id, false)),
    ...[...linked].filter(([, page]) => page === id).map(([view]) => block('child_database', view, false)),
  ];
  return listed(blocks, asked, { workspace, list: `children of ${id}` });
}

/** Responds with the rows of a data source up to the maximum of one query, and says so: the next query continues there. */
function rows(source: string, asked: NotionQuery, workspace: NotionWorkspace): StubResponse {
  const { pages, databases, fake } = workspace;
  if (![...databases.values()].some((database) => sourcesOf(database).includes(source))) return missing;
  const since = asked.filter?.created_time.on_or_after ?? '';
  const nested = [...databases.values()].filter(({ parent }) => parent === source);
  const found = [...pages.values()]
    .filter(({ parent, isInTrash, createdAt }) => parent === source && !isInTrash && createdAt >= since)
    .map(present(workspace));
  const [sort] = asked.sorts;
  // Without an order of its own a query has none that could be relied upon.
  if (sort) found.sort((one, other) => one[sort.timestamp].localeCompare(other[sort.timestamp]));
  if (sort?.direction !== 'ascending') found.reverse();
  const all = [...found, ...nested.map((database) => ({ object: 'data_source', id: database.source }))];
  const isCut = all.length > fake.maxRows;
  const request_status = isCut
    ? { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' }
    : { type: 'complete' };
  const list = `rows of ${source} since ${since}`;
  return listed(all.slice(0, fake.maxRows), asked, { workspace, list, extra: { request_status } });
}

function comments(asked: Asked & { readonly block_id: string }, workspace: NotionWorkspace): StubResponse {
  if (workspace.fake.lacks.has('comments')) return { status: 403, body: refusal(403) };
  const page = workspace.pages.get(asked.block_id);
  if (!page) return missing;
  const all = page.comments.map((text) => ({
    object: 'comment',
    id: randomUUID(),
    parent: { type: 'page_id', page_id: page.id },
    discussion_id: randomUUID(),
    created_time: page.editedAt,
    last_edited_time: page.editedAt,
    created_by: { object: 'user', id: self.id },
    rich_text: textOf(text),
  }));
  const extra = { type: 'comment', comment: {} };
  return listed(all, asked, { workspace, list: `comments on ${page.id}`, extra });
}

function page(id: string, workspace: NotionWorkspace): StubResponse {
  const known = workspace.pages.get(id);
  return known ? { body: present(workspace)(known) } : missing;
}

/** Responds with a block that has children; the fake returns no other single blocks. */
function block(id: string, { toggles }: NotionWorkspace): StubResponse {
  const page = toggles.get(id);
  if (page === undefined) return missing;
  const parent = { type: 'page_id', page_id: page };
  return { body: { object: 'block', id, parent, type: 'toggle', has_children: true, in_trash: false } };
}

const presentDatabase = (database: NotionDatabase, workspace: NotionWorkspace) => ({
  object: 'database',
  id: database.id,
  title: [],
  parent: parentOfDatabase(database, workspace),
  is_inline: false,
  in_trash: false,
  created_time: new Date(firstMinute).toISOString(),
  last_edited_time: new Date(firstMinute).toISOString(),
  data_sources: sourcesOf(database).map((id) => ({ id, name: 'Rows' })),
  icon: null,
  cover: null,
  url: `https://www.notion.so/${database.id.replaceAll('-', '')}`,
  public_url: null,
});

/** User that the token belongs to. */
export const self = {
  object: 'user',
  id: randomUUID(),
  name: 'docfleet',
  avatar_url: null,
  type: 'bot',
  bot: { owner: { type: 'workspace', workspace: true }, workspace_name: 'Acme', workspace_id: randomUUID() },
};

function database(id: string, workspace: NotionWorkspace): StubResponse {
  const { databases, linked } = workspace;
  const message = `Database with ID ${id} is a linked database. Database retrievals do not support linked databases.`;
  if (linked.has(id)) return { status: 400, body: { ...refusal(400), message } };
  const found = [...databases.values()].find((one) => one.id === id);
  return found ? { body: presentDatabase(found, workspace) } : missing;
}

/** Returns the response of Notion; undefined for a path that it does not have. */
export function answerNotion(request: StubRequest, workspace: NotionWorkspace): StubResponse | undefined {
  const version = String(request.headers['notion-version']);
  if (!versions.includes(version)) return { status: 400, body: { ...refusal(400), code: 'missing_version' } };
  const call = readNotionCall(request);
  if (!call || 'refused' in call) return call?.refused;
  const { name, id, member, argument } = call;
  switch (name) {
    case 'search':
      return search(argument as NotionSearch, workspace);
    case 'users':
      return { body: self };
    case 'pages':
      return page(id, workspace);
    case 'pages/markdown':
      // It came with the last version.
      return version === versions.at(-1) ? markdown(id, workspace) : undefined;
    case 'blocks':
      return block(id, workspace);
    case 'pages/properties':
      return propertyItems(id, member, argument as Asked, workspace);
    case 'blocks/children':
      return children(id, argument as Asked, workspace);
    case 'comments':
      return comments(argument as Asked & { readonly block_id: string }, workspace);
    case 'data_sources/query':
      return rows(id, argument as NotionQuery, workspace);
    default:
      return database(id, workspace);
  }
}
