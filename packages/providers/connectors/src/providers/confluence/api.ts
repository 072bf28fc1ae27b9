import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import type { ConnectorContext, ListingProof } from '../../provider.ts';
import { createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { commentPlaces, type RecentComment, readComments, readRecent } from './comments.ts';
import { nextOf } from './lists.ts';
import {
  ancestors,
  attachments,
  type ConfluencePage,
  confluenceVendor,
  descendants,
  pageList,
  people,
  singlePage,
  sites,
  spaceList,
  spaces,
} from './replies.ts';

const publicUrl = 'https://api.atlassian.com';

/** The deepest that one request for descendants reaches. */
const maxDepth = 10;
const pageSize = 250;

/** Names of pages and blog posts in addresses of the API. */
export type ContentKind = 'pages' | 'blogposts';

type Site = z.output<typeof sites>[number];

const named = (found: readonly Site[]) => found.map(({ id, name }) => `${name} (${id})`).join(', ');

/** The site that was chosen, or the only one: only the connection's owner knows which of several is meant. */
function chooseSite(found: readonly Site[], chosen: string | null): Site {
  const unauthorized = (message: string) => new AppError('CONNECTION_UNAUTHORIZED', message);
  if (found.length === 0) throw unauthorized('This connection has no Confluence site: authorize it again');
  const site = chosen === null ? found[0] : found.find(({ id }) => id === chosen);
  if (!site)
    throw unauthorized(
      `The consent does not include the site that was chosen (${chosen}): authorize the connection for it, or choose another of ${named(found)}`,
    );
  if (chosen === null && found.length > 1)
    throw new AppError(
      'INVALID_INGEST_CONFIG',
      `The account shares several Confluence sites: choose one of ${named(found)} as the connection's siteId`,
    );
  return site;
}

async function findSite(client: VendorClient, base: string, context: ConnectorContext, signal: AbortSignal) {
  const found = await client.json(`${base}/oauth/token/accessible-resources`, {}, sites, signal);
  // A user may have shared Jira's sites as well.
  const own = found.filter(({ scopes }) => scopes.some((scope) => scope.includes('confluence')));
  const { id: chosen, choose } = context.site ?? { id: null, choose: async () => undefined };
  const site = chooseSite(own, chosen);
  // The site is fixed from now on, regardless of the sites in a later consent.
  if (chosen === null) await choose({ id: site.id, name: site.name });
  return site;
}

/** Content that has pages below it: a page, a folder, a whiteboard or a database. */
interface Parent {
  readonly id: string;
  readonly type: string;
}

/** Position of a page or blog post: the id of its space, as `space` returns it, and the ids of everything above it. */
interface Place {
  readonly space: string | null | undefined;
  readonly above: readonly string[];
}

/** Page of the descendants of a page. */
interface Below {
  readonly pages: readonly ConfluencePage[];
  /** Base of the pages' addresses. */
  readonly base: string | null | undefined;
  /** Content that is neither a page nor a folder. */
  readonly others: readonly { readonly id: string; readonly title: string; readonly type: string }[];
  /** Content that may have more below it than this request reaches. */
  readonly deeper: readonly Parent[];
  readonly next: string | undefined;
}

type Reply<Schema extends z.ZodType> = Promise<z.output<Schema>>;
type Cursor = string | undefined;

/** A site of Confluence: in Atlassian's cloud, or on a server of one's own. */
export interface ConfluenceApi {
  /** Whether lists may shift while they are read, so that items may exist that were not listed. */
  readonly proof: ListingProof;
  site(): Promise<{ readonly id: string; readonly name: string }>;
  /** Pages or blog posts of the whole site, or of one space. */
  contents(kind: ContentKind, space: string | undefined, cursor: Cursor): Reply<typeof pageList>;
  contentsById(kind: ContentKind, ids: readonly string[]): Reply<typeof pageList>;
  /** The space of a key, as `contents` wants it; none where there is none. */
  space(key: string): Reply<typeof spaces>;
  /** A page of the spaces that the account sees and that are in use. */
  spaces(cursor: Cursor): Reply<typeof spaceList>;
  below(parent: Parent, cursor: Cursor): Promise<Below>;
  /** Returns the position of an existing page or blog post. */
  findPlace(kind: ContentKind, id: string): Promise<Place>;
  content(kind: ContentKind, id: string): Reply<typeof singlePage>;
  /** The names of people by their keys, without those whom the site does not name. */
  people?(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Maximum number of people of a page whose names are requested. */
  readonly maxPeople: number;
  attachments(kind: ContentKind, id: string, cursor: Cursor): Reply<typeof attachments>;
  /** Returns comments in storage format, each followed by its replies. */
  comments(kind: ContentKind, id: string): Promise<readonly string[]>;
  /** Places for `recentComments` to list. */
  readonly commentPlaces: readonly string[];
  /** A page of all comments at a place of the site, the last changed first, and when the last of the page was changed. */
  recentComments(place: string, cursor: Cursor): Promise<RecentComments>;
}

interface RecentComments {
  readonly found: readonly RecentComment[];
  readonly oldest: string | undefined;
  readonly _links: { readonly next?: string | null | undefined };
}

/** Requests a path and parses the response; with a body, sends it. */
type Read = <Schema extends z.ZodType>(
  path: string,
  query: object,
  reply: Schema,
  body?: object,
) => Reply<Schema>;

const list = { limit: pageSize, status: 'current' };
const at = (kind: ContentKind, id: string) => `${kind}/${encodeURIComponent(id.toWellFormed())}`;

/** No more than a page of them. */
async function readById(read: Read, kind: ContentKind, ids: readonly string[]): Reply<typeof pageList> {
  if (ids.length === 0) return { results: [], _links: {} };
  return read(kind, { ...list, id: ids.join(',') }, pageList);
}

/** Names in addresses of the API, by type, of content that may have pages below it. */
const parents: Readonly<Record<string, string>> = {
  page: 'pages',
  folder: 'folders',
  whiteboard: 'whiteboards',
  database: 'databases',
  embed: 'embeds',
};

/** Versions come with two requests for 250 pages: there is no feed of changes to a part of a site. */
async function readBelow(read: Read, { id, type }: Parent, cursor: Cursor): Promise<Below> {
  const query = { limit: pageSize, depth: maxDepth, cursor };
  const at = `${parents[type] ?? 'pages'}/${encodeURIComponent(id.toWellFormed())}`;
  const found = await read(`${at}/descendants`, query, descendants);
  const below = found.results.filter((one) => one.type === 'page');
  const ids = below.map((page) => page.id);
  const { results: pages, _links } = await readById(read, 'pages', ids);
  return {
    pages,
    base: _links.base,
    others: found.results.filter((one) => one.type !== 'page' && one.type !== 'folder'),
    deeper: found.results
      .filter((one) => one.depth >= maxDepth && one.type in parents)
      .map((one) => ({ id: one.id, type: one.type })),
    next: nextOf(found),
  };
}

/** Levels above a page that one request shows. */
const maxAncestors = 250;

async function readPlace(read: Read, kind: ContentKind, id: string): Promise<Place> {
  const { spaceId: space } = await read(at(kind, id), {}, singlePage);
  if (kind === 'blogposts') return { space, above: [] };
  const { results } = await read(`${at(kind, id)}/ancestors`, { limit: maxAncestors }, ancestors);
  return { space, above: results.map((one) => one.id) };
}

/** All that a page mentions, in one request. */
async function readPeople(read: Read, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  try {
    const { results } = await read('users-bulk', {}, people, { accountIds });
    return new Map(
      results.flatMap(({ accountId, displayName, publicName }) => {
        const name = displayName || publicName;
        return accountId && name ? [[accountId, name] as const] : [];
      }),
    );
  } catch (error) {
    // The user who consented may not see profiles.
    if (error instanceof AppError && error.code.startsWith('ITEM_')) return new Map();
    throw error;
  }
}

const callsOf = (read: Read, site: ConfluenceApi['site']): ConfluenceApi => ({
  proof: 'STATED',
  maxPeople: 100,
  people: (accountIds) => readPeople(read, accountIds),
  site,
  contents: (kind, space, cursor) =>
    read(
      space === undefined ? kind : `spaces/${encodeURIComponent(space.toWellFormed())}/${kind}`,
      { ...list, cursor },
      pageList,
    ),
  contentsById: (kind, ids) => readById(read, kind, ids),
  space: (key) => read('spaces', { keys: key }, spaces),
  spaces: (cursor) => read('spaces', { ...list, cursor }, spaceList),
  below: (parent, cursor) => readBelow(read, parent, cursor),
  findPlace: (kind, id) => readPlace(read, kind, id),
  content: (kind, id) => read(at(kind, id), { 'body-format': 'storage' }, singlePage),
  attachments: (kind, id, cursor) =>
    read(`${at(kind, id)}/attachments`, { limit: pageSize, cursor }, attachments),
  comments: (kind, id) => readComments(read, at(kind, id)),
  commentPlaces,
  recentComments: (place, cursor) => readRecent(read, place, cursor),
});

/** Opens the API of the connection's site, found when it is first needed. Atlassian has no SDK of its own for it. */
export function openCloudApi(context: ConnectorContext): (signal: AbortSignal) => ConfluenceApi {
  const client = createVendorClient(confluenceVendor, context);
  const base = context.endpoints['api'] ?? publicUrl;
  let known: Site | undefined;

  return (signal) => {
    async function site() {
      known ??= await findSite(client, base, context, signal);
      return known;
    }
    const read: Read = async (path, query, reply, body) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      );
      const url = `${base}/ex/confluence/${(await site()).id}/wiki/api/v2/${path}?${search}`;
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      return client.json(url, init ?? {}, reply, signal);
    };
    return callsOf(read, site);
  };
}
