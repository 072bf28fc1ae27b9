import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { type ConfluenceComment, type ConfluenceContent, createEditing } from './confluence-site.ts';

export interface DataCenterFake extends DriveFake, Omit<ReturnType<typeof createEditing>, keyof DriveFake> {
  /** Whether strangers may look at its public pages: a token that is wrong is then no error. */
  admitsStrangers: boolean;
}

interface Server {
  readonly contents: Map<string, ConfluenceContent>;
  readonly pageSize: number;
  readonly fake: Pick<DataCenterFake, 'repeatPages' | 'admitsStrangers' | 'token'>;
}

const context = '/confluence';
const root = `${context}/rest/api/`;
const base = 'https://wiki.example.com/confluence';
const spaces = ['ENG', 'HR'];

const refusal = (status: number) => ({
  statusCode: status,
  data: { authorized: false, valid: true, errors: [], successful: false },
  message: `This is what Confluence says with ${status}`,
});
const missing: StubResponse = { status: 404, body: refusal(404) };
const paging = ['expand', 'start', 'limit'];
/** Names of the query parameters by path, with `*` in place of ids. */
const known: Readonly<Record<string, readonly string[]>> = {
  'user/current': ['expand'],
  user: ['key', 'username', 'expand'],
  'space/*': ['expand'],
  space: ['spaceKey', 'type', 'status', 'label', 'favourite', ...paging],
  content: ['type', 'spaceKey', 'title', 'status', 'orderby', ...paging],
  'content/*': ['status', 'version', 'expand'],
  'content/search': ['cql', 'cqlcontext', ...paging],
  'content/*/child/page': ['parentVersion', ...paging],
  'content/*/child/attachment': ['filename', 'mediaType', ...paging],
  'content/*/child/comment': ['parentVersion', 'location', 'depth', ...paging],
};
const expandable = new Set(['version', 'body.storage', 'container', 'space', 'ancestors']);
const maxPageSize = 100;

const isThere = ({ status }: ConfluenceContent) => status === 'current';
const wants = ({ query }: StubRequest, part: string) => query.get('expand')?.split(',').includes(part);

/** Returns content with the parts that the request asks to expand; the server omits all others. */
function present(content: ConfluenceContent, request: StubRequest, type: string = content.type) {
  const { id, status, title, version, storage } = content;
  return {
    id,
    type,
    status,
    title,
    ...(wants(request, 'version') && {
      version: { number: version, when: '2026-01-01T00:00:00.000Z', minorEdit: false },
    }),
    ...(wants(request, 'body.storage') && {
      body: { storage: { value: storage, representation: 'storage' } },
    }),
    _links: { webui: `/pages/viewpage.action?pageId=${id}`, self: `${root}content/${id}` },
  };
}

function listed(
  all: readonly object[],
  { query, path }: StubRequest,
  { pageSize, fake }: Server,
): StubResponse {
  const start = Number(query.get('start') ?? 0);
  const asked = Number(query.get('limit') ?? 25);
  const limit = Math.min(asked, pageSize, maxPageSize);
  // A link leads on by as many as were asked for, also where fewer came.
  const next = fake.repeatPages ? start : start + limit < all.length ? start + asked : undefined;
  const given = new URLSearchParams(query);
  given.set('start', String(next));
  const links = {
    base,
    context,
    // It leaves out the context, too.
    ...(next !== undefined && { next: `${path.slice(context.length)}?${given}` }),
  };
  const results = all.slice(start, start + limit);
  return { body: { results, start, limit, size: results.length, _links: links } };
}

const attachment = (title: string) => ({
  id: `att${title}`,
  type: 'attachment',
  title,
  metadata: { mediaType: 'image/png' },
  extensions: { mediaType: 'image/png', fileSize: 1 },
});

const presentComment = (
  { id, storage, changedAt }: ConfluenceComment,
  on: ConfluenceContent,
  request: StubRequest,
) => ({
  ...present({ ...on, id, storage, title: 'Re: a page' }, request, 'comment'),
  ...(wants(request, 'version') && { version: { number: 1, when: changedAt } }),
  ...(wants(request, 'container') && { container: { id: on.id, type: on.type } }),
});

/** Responds as the search index, for the one query that connectors send. */
function searched(request: StubRequest, server: Server): StubResponse {
  if (request.query.get('cql') !== 'type = comment order by lastmodified desc')
    return { status: 400, body: refusal(400) };
  const found = [...server.contents.values()]
    .filter(isThere)
    .flatMap((on) => on.comments.map((comment) => [comment, on] as const))
    .toSorted(([one], [other]) => other.changedAt.localeCompare(one.changedAt));
  return listed(
    found.map(([comment, on]) => presentComment(comment, on, request)),
    request,
    server,
  );
}

function children(page: ConfluenceContent, kind: string, request: StubRequest, server: Server) {
  if (kind === 'attachment') return listed(page.attachments.map(attachment), request, server);
  if (kind === 'comment') {
    // Replies come with all depths alone.
    const isDeep = request.query.get('depth') === 'all';
    const found = page.comments.filter(({ parent }) => isDeep || parent === null);
    return listed(
      found.map((comment) => presentComment(comment, page, request)),
      request,
      server,
    );
  }
  if (kind !== 'page') return { status: 400, body: refusal(400) };
  const below = [...server.contents.values()].filter(
    (content) => content.parent === page.id && content.type === 'page' && isThere(content),
  );
  return listed(
    below.map((child) => present(child, request)),
    request,
    server,
  );
}

function contentsOf(request: StubRequest, server: Server): StubResponse {
  const { query } = request;
  const space = query.get('spaceKey');
  if (space !== null && !spaces.includes(space)) return missing;
  const found = [...server.contents.values()].filter(
    (content) =>
      content.type === (query.get('type') ?? 'page') &&
      isThere(content) &&
      (space === null || content.space === space),
  );
  return listed(
    found.map((content) => present(content, request)),
    request,
    server,
  );
}

function userOf(isStranger: boolean): StubResponse {
  if (isStranger) return { body: { type: 'anonymous', displayName: 'Anonymous' } };
  return { body: { type: 'known', username: 'ada', userKey: '4028', displayName: 'Ada Lovelace' } };
}

/** Responds with all spaces, or with those in use when the request asks for them. */
function spacesOf(request: StubRequest, server: Server): StubResponse {
  const keys = request.query.get('status') === 'current' ? spaces : [...spaces, 'OLD'];
  return listed(
    keys.map((key) => ({ key, name: `Space ${key}`, type: 'global' })),
    request,
    server,
  );
}

const formOf = (path: string): string => {
  const [noun = '', id, ...rest] = path.split('/');
  if (id === undefined || `${noun}/${id}` in known) return path;
  return [noun, '*', ...rest].join('/');
};

/** Whether the server knows the path and the parameters of a request. */
function isKnown({ method, query }: StubRequest, form: string): boolean {
  const parts = query.get('expand')?.split(',') ?? [];
  const start = query.get('start') ?? '0';
  return (
    method === 'GET' &&
    [...query.keys()].every((name) => known[form]?.includes(name)) &&
    parts.every((part) => expandable.has(part)) &&
    /^\d+$/.test(start) &&
    /^\d+$/.test(query.get('limit') ?? '1') &&
    ['page', 'blogpost'].includes(query.get('type') ?? 'page') &&
    ['current', 'any', 'trashed', 'draft', 'historical'].includes(query.get('status') ?? 'current') &&
    ['', 'all', 'root'].includes(query.get('depth') ?? '')
  );
}

function answer(request: StubRequest, server: Server): StubResponse | undefined {
  const { path, headers } = request;
  if (!path.startsWith(root)) return undefined;
  const form = formOf(path.slice(root.length));
  if (!(form in known)) return undefined;
  if (!isKnown(request, form)) return { status: 400, body: refusal(400) };
  const [noun, id = '', , kind] = path.slice(root.length).split('/');
  if (form === 'user/current') return userOf(headers.authorization !== `Bearer ${server.fake.token}`);
  if (form === 'user') return request.query.get('key') === '4028' ? userOf(false) : missing;
  if (form === 'space') return spacesOf(request, server);
  if (noun === 'space') return spaces.includes(id) ? { body: { key: id } } : missing;
  if (form === 'content') return contentsOf(request, server);
  if (form === 'content/search') return searched(request, server);
  const page = server.contents.get(id);
  if (!page || !isThere(page)) return missing;
  if (kind !== undefined) return children(page, kind, request, server);
  const above: object[] = [];
  for (let here = page.parent; here !== null; here = server.contents.get(here)?.parent ?? null)
    above.unshift({ id: here, type: 'page' });
  const single = {
    ...present(page, request),
    ...(wants(request, 'space') && { space: { key: page.space } }),
    ...(wants(request, 'ancestors') && { ancestors: above }),
  };
  // Lists name it once, for all that is in them.
  return { body: { ...single, _links: { ...single._links, base } } };
}

/** Starts a Confluence of one's own by its first API: pages by start and limit, children of one level, parts only on request. */
export async function startDataCenterFake({
  pageSize = 100,
}: {
  readonly pageSize?: number;
} = {}): Promise<DataCenterFake & { readonly baseUrl: string }> {
  const contents = new Map<string, ConfluenceContent>();
  const settings = {
    exchanges: [],
    token: 'personal-token',
    fault: undefined,
    repeatPages: false,
    admitsStrangers: false,
  };
  const state = Object.assign(settings, createEditing(contents));
  const server: Server = { contents, pageSize, fake: state };
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, server), refusal, isPublic: () => state.admitsStrangers },
    state,
  );
  return Object.assign(state, { url, requests, close, baseUrl: `${url}${context}` });
}
