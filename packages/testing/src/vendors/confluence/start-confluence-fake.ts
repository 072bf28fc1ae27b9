import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { type ConfluenceCall, readConfluenceCall } from './confluence-requests.ts';
import { type ConfluenceComment, type ConfluenceContent, createEditing } from './confluence-site.ts';

interface FakeSite {
  readonly id: string;
  readonly name: string;
}

export interface ConfluenceFake extends DriveFake, Omit<ReturnType<typeof createEditing>, keyof DriveFake> {
  /** Sites of the account, as the consent lists them; the first one has the contents. */
  readonly sites: FakeSite[];
  /** Permissions that the token does not have. */
  readonly lacks: Set<'comments' | 'people'>;
  /** Names of people by account id. */
  readonly people: Map<string, string>;
}

interface Site {
  readonly contents: Map<string, ConfluenceContent>;
  readonly pageSize: number;
  readonly fake: Pick<ConfluenceFake, 'repeatPages' | 'sites' | 'lacks' | 'people'>;
}

const cloudId = '11223344-a1b2-3b33-c444-def123456789';
/** Ids of spaces by their keys. */
const spaceIds: Readonly<Record<string, string>> = { ENG: '101', HR: '102', OLD: '103' };
const spaces = Object.entries(spaceIds).map(([key, id]) => ({
  id,
  key,
  name: `Space ${key}`,
  status: key === 'OLD' ? 'archived' : 'current',
}));
const createdAt = '2026-01-01T00:00:00.000Z';

const refusal = (status: number) =>
  status === 401
    ? { code: 401, message: 'Unauthorized' }
    : {
        errors: [
          { status, code: 'ERROR', title: `This is what Confluence says with ${status}`, detail: null },
        ],
      };
const missing: StubResponse = { status: 404, body: refusal(404) };

const resources = (sites: readonly FakeSite[]) => [
  { id: 'jira', name: 'jira', url: 'https://jira.atlassian.net', scopes: ['read:jira-work'], avatarUrl: '' },
  ...sites.map(({ id, name }) => ({
    id,
    name,
    url: `https://${name}.atlassian.net`,
    scopes: ['read:page:confluence'],
    avatarUrl: '',
  })),
];

const present = ({ id, title, version, storage, status, space }: ConfluenceContent, hasBody: boolean) => ({
  id,
  status,
  title,
  spaceId: spaceIds[space] ?? '1',
  version: { number: version, createdAt, message: '', minorEdit: false, authorId: 'a' },
  body: hasBody ? { storage: { representation: 'storage', value: storage } } : {},
  _links: { webui: `/spaces/ENG/pages/${id}`, tinyui: '/x/1', editui: '/pages/edit' },
});

const writeCursor = (list: string, start: number) =>
  Buffer.from(JSON.stringify({ list, start })).toString('base64url');

/** Returns the index at which a cursor continues a list; undefined for a cursor of another list, or an invalid one. */
function startOf(list: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0;
  try {
    const place: { list?: string; start?: number } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return place.list === list ? place.start : undefined;
  } catch {
    return undefined;
  }
}

function listed(
  all: readonly object[],
  { path, id, parameters: { limit, cursor } }: ConfluenceCall,
  { pageSize, fake }: Pick<Site, 'pageSize' | 'fake'>,
): StubResponse {
  const list = `${path} ${id}`;
  const start = startOf(list, cursor);
  if (start === undefined) return { status: 400, body: refusal(400) };
  const end = start + Math.min(pageSize, limit);
  const next = fake.repeatPages ? start : end < all.length ? end : undefined;
  // The real one leaves out the part of the address that names the site, too.
  const address = `/wiki/api/v2/${path.replace('*', id)}?cursor=${writeCursor(list, next ?? 0)}`;
  const links = { base: 'https://acme.atlassian.net/wiki', ...(next !== undefined && { next: address }) };
  return { body: { results: all.slice(start, end), _links: links } };
}

function contents(
  call: ConfluenceCall,
  site: Site,
  { type, space }: { type: ConfluenceContent['type']; space?: string },
): StubResponse {
  const { id: ids, status: statuses, 'body-format': format } = call.parameters;
  const found = [...site.contents.values()].filter(
    (content) =>
      content.type === type &&
      statuses.includes(content.status) &&
      (space === undefined || spaceIds[content.space] === space) &&
      (ids === undefined || ids.includes(content.id)),
  );
  // Pages requested by id come in one response, as many as the limit allows.
  const pageSize = ids ? 250 : site.pageSize;
  return listed(
    found.map((page) => present(page, format === 'storage')),
    call,
    { ...site, pageSize },
  );
}

function descendants(call: ConfluenceCall, site: Site): StubResponse {
  const below = (parent: string, depth: number): object[] =>
    [...site.contents.values()]
      .filter((content) => content.parent === parent && depth <= Number(call.parameters.depth))
      .flatMap(({ id, title, type, status }) => [
        { id, status, title, type, parentId: parent, depth, childPosition: 0 },
        ...below(id, depth + 1),
      ]);
  const [kind = ''] = call.path.split('/');
  const isKind = site.contents.get(call.id)?.type === kind.slice(0, -1);
  return isKind ? listed(below(call.id, 1), call, site) : missing;
}

/** Responds with the ancestors of a page, the topmost first. */
function ancestors({ id }: ConfluenceCall, { contents }: Site): StubResponse {
  const above: object[] = [];
  for (let here = contents.get(id)?.parent ?? null; here !== null; here = contents.get(here)?.parent ?? null)
    above.unshift({ id: here, type: contents.get(here)?.type });
  return { body: { results: above, _links: {} } };
}

const presentComment = (
  { id, storage, changedAt, parent, on }: ConfluenceComment,
  { parameters }: ConfluenceCall,
  content: ConfluenceContent | undefined,
) => ({
  id,
  status: 'current',
  title: 'Re: a page',
  ...(content?.type === 'blogpost' ? { blogPostId: on } : { pageId: on }),
  ...(parent !== null && { parentCommentId: parent }),
  version: { number: 1, createdAt: changedAt, message: '', minorEdit: false, authorId: 'a' },
  body:
    parameters['body-format'] === 'storage' ? { storage: { representation: 'storage', value: storage } } : {},
});

const lacking: StubResponse = {
  status: 401,
  body: { code: 401, message: 'Unauthorized; scope does not match' },
};

/** Responds with people by their account ids, omitting unknown ones. */
function usersInBulk({ method, json }: StubRequest, { fake }: Site): StubResponse {
  if (fake.lacks.has('people')) return lacking;
  const { accountIds } = (json ?? {}) as { accountIds?: unknown };
  if (method !== 'POST' || !Array.isArray(accountIds)) return { status: 400, body: refusal(400) };
  const results = accountIds.flatMap((accountId: string) => {
    const displayName = fake.people.get(accountId);
    return displayName === undefined ? [] : [{ accountId, displayName, publicName: displayName, email: '' }];
  });
  return { body: { results, _links: {} } };
}

/** Responds with the comments of the site, with the root comments of an item, or with the replies to one of them. */
function comments(call: ConfluenceCall, site: Site): StubResponse {
  const { path, id, parameters } = call;
  if (site.fake.lacks.has('comments')) return lacking;
  const isInline = path.includes('inline-comments');
  const all = [...site.contents.values()]
    .filter(({ status }) => status === 'current')
    .flatMap((content) => content.comments)
    .filter((comment) => comment.isInline === isInline);
  const isReply = path.endsWith('/children');
  if (isReply && !all.some((comment) => comment.id === id)) return missing;
  const found = all.filter(({ on, parent }) => {
    if (isReply) return parent === id;
    return !path.includes('*') || (on === id && parent === null);
  });
  const isNewestFirst = parameters.sort?.startsWith('-');
  found.sort((one, other) => one.changedAt.localeCompare(other.changedAt));
  if (isNewestFirst) found.reverse();
  return listed(
    found.map((comment) => presentComment(comment, call, site.contents.get(comment.on))),
    call,
    site,
  );
}

function answerContent(call: ConfluenceCall, site: Site): StubResponse {
  const { path, id, parameters } = call;
  const [kind, , part] = path.split('/');
  const type = kind === 'pages' ? 'page' : 'blogpost';
  if (id === '') return contents(call, site, { type });
  if (part === 'descendants') return descendants(call, site);
  if (part === 'ancestors') return site.contents.has(id) ? ancestors(call, site) : missing;
  const page = site.contents.get(id);
  if (page?.type !== type) return missing;
  if (part === undefined) return { body: present(page, parameters['body-format'] === 'storage') };
  if (part !== 'attachments') return comments(call, site);
  const attachments = page.attachments.map((title) => ({ id: `att${title}`, title, mediaType: 'image/png' }));
  return listed(attachments, call, site);
}

/** Responds with spaces by their keys, or with the content of one. */
function answerSpace(call: ConfluenceCall, site: Site): StubResponse {
  const { path, id, parameters } = call;
  if (id === '') {
    const keys = parameters.keys?.split(',');
    const found = spaces.filter(
      ({ key, status }) => parameters.status.includes(status) && keys?.includes(key) !== false,
    );
    return listed(found, call, site);
  }
  if (!Object.values(spaceIds).includes(id)) return missing;
  return contents(call, site, { type: path.endsWith('/pages') ? 'page' : 'blogpost', space: id });
}

function answer(request: StubRequest, site: Site): StubResponse | undefined {
  if (request.path === '/oauth/token/accessible-resources') return { body: resources(site.fake.sites) };
  const [, ofSite] = /^\/ex\/confluence\/([^/]+)\//.exec(request.path) ?? [];
  if (!site.fake.sites.some(({ id }) => id === ofSite)) return missing;
  if (request.path.endsWith('/wiki/api/v2/users-bulk')) return usersInBulk(request, site);
  const call = readConfluenceCall(request, `/ex/confluence/${ofSite}/wiki/api/v2/`);
  if (call === undefined) return undefined;
  if (typeof call === 'string') return { status: 400, body: { errors: [{ status: 400, title: call }] } };
  // Only the first site has contents.
  if (ofSite !== cloudId) return { body: { results: [], _links: {} } };
  const [kind] = call.path.split('/');
  if (kind === 'spaces') return answerSpace(call, site);
  return kind?.includes('comments') ? comments(call, site) : answerContent(call, site);
}

/** Starts a site of Confluence as Atlassian's gateway shows it: cursors in incomplete links, descendants of ten levels, folders. */
export async function startConfluenceFake({
  pageSize = 250,
}: {
  readonly pageSize?: number;
} = {}): Promise<ConfluenceFake> {
  const settings = {
    exchanges: [],
    token: 'atlassian-token',
    fault: undefined,
    repeatPages: false,
    sites: [{ id: cloudId, name: 'acme' }],
    lacks: new Set<'comments' | 'people'>(),
    people: new Map<string, string>(),
  };
  const site: Site = { contents: new Map(), pageSize, fake: settings };
  const state = Object.assign(settings, createEditing(site.contents));
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, site), refusal },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
