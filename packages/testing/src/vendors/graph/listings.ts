import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type FakeGraphDrive, type GraphStore, rootResource, toResource } from './store.ts';

export interface GraphPaging {
  /** Maximum of entries on a page, regardless of the requested number. */
  readonly pageSize: number;
  /** Epoch of valid page tokens; those of another epoch are expired. */
  readonly epoch: number;
  /** Whether each page continues with itself. */
  readonly repeats: boolean;
}

export const refuse = (status: number, code: string, message: string): StubResponse => ({
  status,
  body: { error: { code, message, innerError: { 'request-id': '0', date: '2026-01-01T00:00:00' } } },
});

export const notFound = refuse(404, 'itemNotFound', 'The resource could not be found.');

/** Returns a link to the next page, which names Graph's public address and has to be followed unchanged. */
const link = (path: string, query: Record<string, string>) =>
  `https://graph.microsoft.com${path}?${new URLSearchParams(query)}`;

/** Returns the parameters of a request that links repeat: selected and expanded fields. */
const selected = ({ query }: StubRequest): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => name === '$select' || name === '$expand'));

const sizeOf = ({ query }: StubRequest, { pageSize }: GraphPaging) =>
  Math.min(Number(query.get('$top') ?? 200), pageSize);

/** Responds with a page of a list that is paged with `$skiptoken`. */
export function pageOf(request: StubRequest, all: readonly object[], paging: GraphPaging): StubResponse {
  const from = Number(request.query.get('$skiptoken') ?? 0);
  const to = from + sizeOf(request, paging);
  const next = to < all.length && {
    '@odata.nextLink': link(request.path, {
      ...selected(request),
      $skiptoken: String(paging.repeats ? from : to),
    }),
  };
  return { body: { value: all.slice(from, to), ...next } };
}

/** Returns an item with the folders above it: feeds include them with changed items, though they have not changed. */
function withAncestors(drive: FakeGraphDrive, id: string | undefined): object[] {
  const item = drive.items.get(id ?? '');
  return item ? [...withAncestors(drive, item.parent), toResource(drive, item, true)] : [rootResource(drive)];
}

function changeOf(drive: FakeGraphDrive, id: string, showsLost: boolean): object[] {
  if (drive.items.has(id)) return withAncestors(drive, id);
  if (drive.lost.has(id) && !showsLost) return [];
  const was = drive.gone.get(id);
  const facet = was?.kind === 'folder' ? { folder: {} } : { file: {} };
  return was ? [...withAncestors(drive, was.parent), { id, ...facet, deleted: { state: 'deleted' } }] : [];
}

const resync = (): StubResponse => ({
  ...refuse(410, 'resyncRequired', 'Resync required. Replace any local items with the server version.'),
  headers: { location: 'https://graph.microsoft.com/v1.0/drive/root/delta?token=' },
});

/** Responds with a drive's change feed: from the beginning without a token, from the current state with `latest`. */
export function delta(request: StubRequest, drive: FakeGraphDrive, paging: GraphPaging): StubResponse {
  const token = request.query.get('token');
  const end = {
    '@odata.deltaLink': link(request.path, {
      token: `${paging.epoch}!c${drive.log.length}`,
      ...selected(request),
    }),
  };
  if (token === 'latest') return { body: { value: [], ...end } };
  const [, epoch, kind, at] = /^(\d+)!([ac])(\d+)$/.exec(token ?? `${paging.epoch}!a0`) ?? [];
  if (Number(epoch) !== paging.epoch) return resync();
  const from = Number(at);
  const to = from + sizeOf(request, paging);
  const all = kind === 'a' ? [...new Set(drive.log)] : drive.log;
  const showsLost = String(request.headers['prefer'] ?? '').includes('deltashowremovedasdeleted');
  const value = all.slice(from, to).flatMap((id) => changeOf(drive, id, showsLost));
  if (to >= all.length) return { body: { value, ...end } };
  return {
    body: {
      value,
      '@odata.nextLink': link(request.path, {
        token: `${epoch}!${kind}${paging.repeats ? from : to}`,
        ...selected(request),
      }),
    },
  };
}

/** Responds with the children of a folder, with the path that change feeds omit. */
export function children(
  request: StubRequest,
  drive: FakeGraphDrive,
  folder: string,
  paging: GraphPaging,
): StubResponse {
  const below = [...drive.items.values()].filter(({ parent = 'root' }) => parent === folder);
  const name = drive.items.get(folder)?.name;
  const path = `/drives/${drive.id}/root:${name ? `/${encodeURIComponent(name)}` : ''}`;
  const listed = below.map((item) => ({
    ...toResource(drive, item),
    parentReference: { driveId: drive.id, id: folder, path },
  }));
  return pageOf(request, listed, paging);
}

/** Returns a site; the personal site that holds a OneDrive has another kind of address. */
const siteResource = (id: string) => {
  const isPersonalSite = id.includes('-my.');
  const host = isPersonalSite ? 'contoso-my.sharepoint.com/personal' : 'contoso.sharepoint.com/sites';
  return { id, displayName: `Site ${id}`, webUrl: `https://${host}/${id}`, isPersonalSite };
};

interface Search extends GraphPaging {
  readonly leavesOut?: ((site: string) => boolean) | undefined;
}

/** Responds to `/sites?search=*`: an index, which may omit sites. */
export const listSites = (request: StubRequest, store: GraphStore, paging: Search): StubResponse =>
  pageOf(request, [...store.sites.keys()].filter((id) => !paging.leavesOut?.(id)).map(siteResource), paging);
