import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';

export interface ConfluenceContent {
  readonly id: string;
  readonly type: 'page' | 'folder' | 'whiteboard' | 'blogpost';
  status: 'current' | 'archived' | 'trashed';
  readonly space: string;
  readonly parent: string | null;
  title: string;
  storage: string;
  version: number;
  readonly attachments: string[];
  readonly comments: string[];
}

interface FakeSite {
  readonly id: string;
  readonly name: string;
}

export interface ConfluenceFake extends DriveFake {
  /** Something below a page or folder; returns its id. */
  putBelow(parent: string, title: string, type?: ConfluenceContent['type'], storage?: string): string;
  attach(page: string, fileName: string): void;
  comment(page: string, storage: string): void;
  putBlogPost(title: string, storage: string, space?: string): string;
  putInSpace(space: string, title: string, storage: string): string;
  setStatus(id: string, status: ConfluenceContent['status']): void;
  /** The sites of the account, as the consent lists them; the first has the contents. */
  readonly sites: FakeSite[];
  /** Permissions of the token that are missing. */
  readonly lacks: Set<'comments'>;
}

interface Site {
  readonly contents: Map<string, ConfluenceContent>;
  readonly pageSize: number;
  readonly fake: Pick<ConfluenceFake, 'repeatPages' | 'sites' | 'lacks'>;
}

const cloudId = '11223344-a1b2-3b33-c444-def123456789';
const base = `/ex/confluence/${cloudId}/wiki/api/v2/`;
/** Ids of spaces by their keys. */
const spaceIds: Readonly<Record<string, string>> = { ENG: '101', HR: '102' };
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

/** Limits of the vendor's description; what is beyond is refused. */
function isWithinLimits({ query, path }: StubRequest): boolean {
  const limit = Number(query.get('limit') ?? 25);
  const depth = Number(query.get('depth') ?? 5);
  const statuses = (query.get('status') ?? 'current').split(',');
  const known = path.includes('blogposts')
    ? ['current', 'deleted', 'trashed']
    : ['current', 'archived', 'deleted', 'trashed'];
  return (
    limit >= 1 &&
    limit <= 250 &&
    depth >= 1 &&
    depth <= 10 &&
    (query.get('body-format') ?? 'storage') === 'storage' &&
    statuses.every((status) => known.includes(status))
  );
}

const present = ({ id, title, version, storage, status, space }: ConfluenceContent, hasBody: boolean) => ({
  id,
  status,
  title,
  spaceId: spaceIds[space] ?? '1',
  version: { number: version, createdAt, message: '', minorEdit: false, authorId: 'a' },
  body: hasBody ? { storage: { representation: 'storage', value: storage } } : {},
  _links: { webui: `/spaces/ENG/pages/${id}`, tinyui: '/x/1', editui: '/pages/edit' },
});

function listed(
  all: readonly object[],
  { query, path }: StubRequest,
  { pageSize, fake }: Site,
): StubResponse {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + pageSize;
  const next = fake.repeatPages ? start : end < all.length ? end : undefined;
  // The real one leaves out the part of the address that names the site, too.
  const address = `${path.replace(`/ex/confluence/${cloudId}`, '')}?cursor=${next}`;
  const links = { base: 'https://acme.atlassian.net/wiki', ...(next !== undefined && { next: address }) };
  return { body: { results: all.slice(start, end), _links: links } };
}

function contents(
  request: StubRequest,
  site: Site,
  { type, space }: { type: ConfluenceContent['type']; space?: string },
): StubResponse {
  const ids = request.query.get('id')?.split(',');
  const statuses = (request.query.get('status') ?? 'current').split(',');
  const found = [...site.contents.values()].filter(
    (content) =>
      content.type === type &&
      statuses.includes(content.status) &&
      (space === undefined || spaceIds[content.space] === space) &&
      (ids === undefined || ids.includes(content.id)),
  );
  // Those that were asked for by their ids come at once.
  const pageSize = ids ? 250 : site.pageSize;
  return listed(
    found.map((page) => present(page, false)),
    request,
    { ...site, pageSize },
  );
}

function descendants(id: string, request: StubRequest, site: Site): StubResponse {
  const below = (parent: string, depth: number): object[] =>
    [...site.contents.values()]
      .filter((content) => content.parent === parent && depth <= Number(request.query.get('depth')))
      .flatMap(({ id, title, type }) => [
        { id, status: 'current', title, type, parentId: parent, depth, childPosition: 0 },
        ...below(id, depth + 1),
      ]);
  return site.contents.has(id) ? listed(below(id, 1), request, site) : missing;
}

function answer(request: StubRequest, site: Site): StubResponse | undefined {
  if (request.path === '/oauth/token/accessible-resources') return { body: resources(site.fake.sites) };
  const [, ofSite] = /^\/ex\/confluence\/([^/]+)\//.exec(request.path) ?? [];
  if (!site.fake.sites.some(({ id }) => id === ofSite)) return missing;
  if (!isWithinLimits(request)) return { status: 400, body: refusal(400) };
  // Only the first site has contents.
  if (ofSite !== cloudId) return { body: { results: [], _links: {} } };
  const [kind, id, part] = request.path.slice(base.length).split('/');
  if (kind === 'spaces') return answerSpace(request, site, [id, part]);
  const type = kind === 'pages' ? 'page' : kind === 'blogposts' ? 'blogpost' : undefined;
  if (!type) return undefined;
  if (id === undefined) return contents(request, site, { type });
  if (!/^\d+$/.test(id)) return { status: 400, body: refusal(400) };
  if (part === 'descendants') return descendants(id, request, site);
  const page = site.contents.get(id);
  if (page?.type !== type) return missing;
  if (part === 'footer-comments')
    return site.fake.lacks.has('comments')
      ? { status: 401, body: { code: 401, message: 'Unauthorized; scope does not match' } }
      : listed(page.comments.map(presentComment), request, site);
  if (part === undefined) return { body: present(page, request.query.get('body-format') === 'storage') };
  const attachments = page.attachments.map((title) => ({ id: `att${title}`, title, mediaType: 'image/png' }));
  return part === 'attachments' ? listed(attachments, request, site) : undefined;
}

const presentComment = (value: string, index: number) => ({
  id: `c${index}`,
  status: 'current',
  title: 'Re: a page',
  body: { storage: { representation: 'storage', value } },
});

/** Spaces by their keys, and what is in one. */
function answerSpace(
  request: StubRequest,
  site: Site,
  [id, part]: readonly (string | undefined)[],
): StubResponse | undefined {
  if (id === undefined) {
    const keys = request.query.get('keys')?.split(',') ?? Object.keys(spaceIds);
    const found = keys.flatMap((key) => (spaceIds[key] ? [{ id: spaceIds[key], key, name: key }] : []));
    return listed(found, request, site);
  }
  if (!Object.values(spaceIds).includes(id)) return missing;
  const type = part === 'pages' ? 'page' : part === 'blogposts' ? 'blogpost' : undefined;
  return type && contents(request, site, { type, space: id });
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What users of a site do. */
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
    comment: (page: string, storage: string) => void contents.get(page)?.comments.push(storage),
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
    lacks: new Set<'comments'>(),
  };
  const site: Site = { contents: new Map(), pageSize, fake: settings };
  const state = Object.assign(settings, createEditing(site.contents));
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, site), refusal },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
