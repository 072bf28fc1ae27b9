import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';

interface Content {
  readonly id: string;
  readonly type: 'page' | 'folder' | 'whiteboard';
  readonly parent: string | null;
  title: string;
  storage: string;
  version: number;
  readonly attachments: string[];
}

export interface ConfluenceFake extends DriveFake {
  /** Something below a page or folder; returns its id. */
  putBelow(parent: string, title: string, type?: Content['type'], storage?: string): string;
  attach(page: string, fileName: string): void;
}

interface Site {
  readonly contents: Map<string, Content>;
  readonly pageSize: number;
  readonly fake: Pick<ConfluenceFake, 'repeatPages'>;
}

const cloudId = '11223344-a1b2-3b33-c444-def123456789';
const base = `/ex/confluence/${cloudId}/wiki/api/v2/`;
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

const sites = [
  { id: 'jira', name: 'jira', url: 'https://jira.atlassian.net', scopes: ['read:jira-work'], avatarUrl: '' },
  {
    id: cloudId,
    name: 'acme',
    url: 'https://acme.atlassian.net',
    scopes: ['read:page:confluence'],
    avatarUrl: '',
  },
];

const present = ({ id, title, version, storage }: Content, hasBody: boolean) => ({
  id,
  status: 'current',
  title,
  spaceId: '1',
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

function pages(request: StubRequest, site: Site): StubResponse {
  const ids = request.query.get('id')?.split(',');
  if (Number(request.query.get('limit')) > 250) return { status: 400, body: refusal(400) };
  const found = [...site.contents.values()].filter(
    ({ type, id }) => type === 'page' && (ids === undefined || ids.includes(id)),
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
  if (request.path === '/oauth/token/accessible-resources') return { body: sites };
  if (!request.path.startsWith(base)) return undefined;
  const [kind, id, part] = request.path.slice(base.length).split('/');
  if (kind !== 'pages') return undefined;
  if (id === undefined) return pages(request, site);
  if (!/^\d+$/.test(id)) return { status: 400, body: refusal(400) };
  if (part === 'descendants') return descendants(id, request, site);
  const page = site.contents.get(id);
  if (!page) return missing;
  if (part === undefined) return { body: present(page, request.query.get('body-format') === 'storage') };
  const attachments = page.attachments.map((title) => ({ id: `att${title}`, title, mediaType: 'image/png' }));
  return part === 'attachments' ? listed(attachments, request, site) : undefined;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function createEditing({ contents }: Site) {
  let lastId = 65_000;
  function add(parent: string | null, title: string, type: Content['type'], storage: string): string {
    lastId += 1;
    const id = String(lastId);
    contents.set(id, { id, type, parent, title, storage, version: 1, attachments: [] });
    return id;
  }
  return {
    put(path: string, content: string | Uint8Array): string {
      const storage = `<p>${escaped(String(content))}</p>`;
      const known = [...contents.values()].find(({ title }) => title === nameOf(path));
      if (!known) return add(null, nameOf(path), 'page', storage);
      Object.assign(known, { storage, version: known.version + 1 });
      return known.id;
    },
    putBelow: (parent: string, title: string, type: Content['type'] = 'page', storage = '') =>
      add(parent, title, type, storage),
    putUnsupported: (path: string) => add(null, nameOf(path), 'whiteboard', ''),
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
  const settings = { exchanges: [], token: 'atlassian-token', fault: undefined, repeatPages: false };
  const site: Site = { contents: new Map(), pageSize, fake: settings };
  const state = Object.assign(settings, createEditing(site));
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, site), refusal },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
