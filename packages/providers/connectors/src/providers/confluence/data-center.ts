import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { createVendorClient } from '../../vendor-client.ts';
import type { ConfluenceApi, ContentKind } from './api.ts';
import { allOf, nextOf } from './lists.ts';
import { confluenceVendor } from './replies.ts';

/**
 * Vendor description of Data Center. A login page or another address is not the API: content shown there without the token is not
 * the account's.
 */
const dataCenterVendor: Vendor = { ...confluenceVendor, followsRedirects: false };

const pageSize = 100;
const types: Readonly<Record<ContentKind, string>> = { pages: 'page', blogposts: 'blogpost' };

// https://docs.atlassian.com/ConfluenceServer/rest/9.2.0/
const links = z.object({ next: z.string().nullish(), base: z.string().nullish() }).default({});

const startOf = (link: string) => Number(new URL(link, 'http://site').searchParams.get('start'));

/**
 * Converts the links of a list to the cloud's form, with a cursor in place of a start. The next page begins behind the entries
 * received: a server that returns fewer than `limit` still names a start `limit` further, and the entries between would be lost.
 */
function toCloudLinks({ next, base }: z.output<typeof links>, entries: number, from: string | undefined) {
  if (!next) return { base };
  const start = Number(from ?? 0);
  // A page whose entries are all hidden from the account has only the link to the next page.
  const behind = entries > 0 ? Math.min(startOf(next), start + entries) : startOf(next);
  return { base, next: `?cursor=${behind}` };
}

const storage = z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish();
const content = z
  .object({
    id: z.union([z.string(), z.number()]).transform(String),
    type: z.string().optional(),
    status: z.string().default('current'),
    title: z.string(),
    version: z.object({ number: z.number(), when: z.string().nullish() }),
    body: storage,
    _links: z.object({ webui: z.string().nullish(), base: z.string().nullish() }).default({}),
  })
  .transform(({ version: { number, when }, ...rest }) => ({
    ...rest,
    version: { number, createdAt: when },
  }));

const listOf = <Schema extends z.ZodType>(one: Schema) => z.object({ results: z.array(one), _links: links });
const mediaType = z.object({ mediaType: z.string().nullish() }).nullish();
const replies = {
  contents: listOf(content),
  attachments: listOf(
    z
      .object({ title: z.string(), metadata: mediaType, extensions: mediaType })
      .transform(({ title, metadata, extensions }) => ({
        title,
        mediaType: metadata?.mediaType ?? extensions?.mediaType,
      })),
  ),
  comments: listOf(z.object({ body: storage })),
  recent: listOf(
    z.object({
      container: z
        .object({ id: z.union([z.string(), z.number()]).transform(String), type: z.string() })
        .nullish(),
      version: z.object({ when: z.string() }),
    }),
  ),
  place: z.object({
    space: z.object({ key: z.string() }).nullish(),
    ancestors: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String) })).default([]),
  }),
  user: z.object({
    type: z.string(),
    userKey: z.string().optional(),
    username: z.string().optional(),
    displayName: z.string().nullish(),
  }),
  space: z.object({ key: z.string() }),
  spaces: listOf(z.object({ key: z.string(), name: z.string().nullish() })),
};

type Query = Readonly<Record<string, string | number | undefined>>;
type Read = <Schema extends z.ZodType>(
  path: string,
  query: Query,
  reply: Schema,
) => Promise<z.output<Schema>>;

interface List<Entry> {
  readonly results: Entry[];
  readonly _links: z.output<typeof links>;
}

/** Reads a page of a list that begins at `start`. */
async function readList<Entry>(
  read: Read,
  path: string,
  { start, ...query }: Query & { readonly start: string | undefined },
  reply: z.ZodType<List<Entry>>,
) {
  const { results, _links } = await read(path, { ...query, limit: pageSize, start }, reply);
  return { results, _links: toCloudLinks(_links, results.length, start) };
}

/**
 * Returns the site as the token's owner sees it; throws CONNECTION_UNAUTHORIZED for an anonymous answer: a server that allows anonymous
 * access shows its public pages for any token.
 */
async function readSite(read: Read, baseUrl: string) {
  const user = await read('user/current', {}, replies.user);
  if (user.type === 'anonymous')
    throw new AppError('CONNECTION_UNAUTHORIZED', 'Confluence takes the request for that of a stranger', {
      details: { reason: 'The server does not accept the personal access token' },
    });
  const account = user.userKey ?? user.username ?? '';
  return { id: `${baseUrl} ${account}`, name: user.displayName ?? user.username ?? baseUrl };
}

async function readSpace(read: Read, key: string) {
  try {
    const found = await read(`space/${encodeURIComponent(key.toWellFormed())}`, {}, replies.space);
    return { results: [{ id: found.key }] };
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return { results: [] };
    throw error;
  }
}

/** Reads changes by the search index; entries that it indexes late are found with the page's next change. */
async function readRecent(read: Read, start: string | undefined) {
  const query = { cql: 'type = comment order by lastmodified desc', expand: 'container,version', start };
  const { results, _links } = await readList(read, 'content/search', query, replies.recent);
  const found = results.flatMap(({ container, version: { when: changedAt } }) =>
    container
      ? [{ on: container.type === 'blogpost' ? `blog:${container.id}` : container.id, changedAt }]
      : [],
  );
  return { found, oldest: results.at(-1)?.version.when, _links };
}

/** A person's name by their key; undefined for whom the server does not know. */
async function personOf(read: Read, key: string): Promise<string | undefined> {
  try {
    const { displayName, username } = await read('user', { key }, replies.user);
    return displayName ?? username;
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('ITEM_')) return undefined;
    throw error;
  }
}

function callsOf(read: Read, baseUrl: string): ConfluenceApi {
  const of = (id: string) => `content/${encodeURIComponent(id.toWellFormed())}`;
  return {
    proof: 'NONE',
    site: () => readSite(read, baseUrl),
    async contents(kind, spaceKey, start) {
      const query = { type: types[kind], spaceKey, expand: 'version', start };
      const { results, _links } = await readList(read, 'content', query, replies.contents);
      // One id may be read as either kind: what is of the other one would be ingested twice.
      return { results: results.filter(({ type = types[kind] }) => type === types[kind]), _links };
    },
    async contentsById(_kind, ids) {
      const found = await Promise.all(ids.map((id) => read(of(id), { expand: 'version' }, content)));
      return { results: found, _links: { base: found[0]?._links.base } };
    },
    space: (key) => readSpace(read, key),
    spaces: (start) => readList(read, 'space', { status: 'current', start }, replies.spaces),
    // Descendants in one request are found by the search index alone, which leaves out what is not indexed yet.
    async below({ id }, start) {
      const query = { expand: 'version', start };
      const { results, _links } = await readList(read, `${of(id)}/child/page`, query, replies.contents);
      const deeper = results.map((page) => ({ id: page.id, type: 'page' }));
      return { pages: results, base: _links.base, others: [], deeper, next: nextOf({ _links }) };
    },
    async findPlace(_kind, id) {
      const { space, ancestors } = await read(of(id), { expand: 'space,ancestors' }, replies.place);
      return { space: space?.key, above: ancestors.map((one) => one.id) };
    },
    content: (_kind, id) => read(of(id), { expand: 'version,body.storage' }, content),
    // Each is a request.
    maxPeople: 25,
    async people(keys) {
      const names = new Map<string, string>();
      for (const key of keys) {
        const name = await personOf(read, key);
        if (name) names.set(key, name);
      }
      return names;
    },
    attachments: (_kind, id, start) =>
      readList(read, `${of(id)}/child/attachment`, { start }, replies.attachments),
    async comments(_kind, id) {
      const query = { expand: 'body.storage', depth: 'all' };
      const path = `${of(id)}/child/comment`;
      const found = await allOf((start) => readList(read, path, { ...query, start }, replies.comments));
      return found.map(({ body }) => body?.storage?.value ?? '');
    },
    commentPlaces: ['search'],
    recentComments: (_place, start) => readRecent(read, start),
  };
}

/** Opens a Confluence Data Center by its first API, as it has no second one, with a user's personal access token. */
export function openDataCenterApi(
  baseUrl: string,
  context: ConnectorContext,
): (signal: AbortSignal) => ConfluenceApi {
  const client = createVendorClient(dataCenterVendor, context);
  return (signal) => {
    const read: Read = (path, query, reply) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) search.set(name, String(value));
      return client.json(`${baseUrl}/rest/api/${path}?${search}`, {}, reply, signal);
    };
    return callsOf(read, baseUrl);
  };
}
