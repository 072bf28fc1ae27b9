import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { attachments, comments, descendants, pageList, singlePage, sites, spaces } from './replies.ts';
import { confluenceVendor } from './vendor.ts';

const publicUrl = 'https://api.atlassian.com';

/** The deepest that one request for descendants reaches. */
export const deepest = 10;
const pageSize = 250;

/** What a page or a blog post is called in addresses. */
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
  // From now on it is this one, whatever a later consent brings.
  if (chosen === null) await choose({ id: site.id, name: site.name });
  return site;
}

/** Opens the API of the connection's site, found when it is first needed. Atlassian has no SDK of its own for it. */
export function openConfluenceApi(context: ConnectorContext) {
  const client = createVendorClient(confluenceVendor, context);
  const base = context.endpoints['api'] ?? publicUrl;
  let known: Site | undefined;

  return (signal: AbortSignal) => {
    async function site() {
      known ??= await findSite(client, base, context, signal);
      return known;
    }
    async function read<Schema extends z.ZodType>(path: string, query: object, reply: Schema) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      );
      const url = `${base}/ex/confluence/${(await site()).id}/wiki/api/v2/${path}?${search}`;
      return client.json(url, {}, reply, signal);
    }
    const list = { limit: pageSize, status: 'current' };
    const at = (kind: ContentKind, id: string) => `${kind}/${encodeURIComponent(id.toWellFormed())}`;
    return {
      site,
      /** Pages or blog posts of the whole site, or of one space. */
      contents: (kind: ContentKind, space: string | undefined, cursor: string | undefined) =>
        read(
          space === undefined ? kind : `spaces/${encodeURIComponent(space.toWellFormed())}/${kind}`,
          { ...list, cursor },
          pageList,
        ),
      contentsById: (kind: ContentKind, ids: readonly string[]) =>
        read(kind, { ...list, id: ids.join(',') }, pageList),
      space: (key: string) => read('spaces', { keys: key, limit: 1 }, spaces),
      descendants: (id: string, cursor: string | undefined) =>
        read(`${at('pages', id)}/descendants`, { limit: pageSize, depth: deepest, cursor }, descendants),
      content: (kind: ContentKind, id: string) =>
        read(at(kind, id), { 'body-format': 'storage' }, singlePage),
      attachments: (kind: ContentKind, id: string, cursor: string | undefined) =>
        read(`${at(kind, id)}/attachments`, { limit: pageSize, cursor }, attachments),
      comments: (kind: ContentKind, id: string, cursor: string | undefined) =>
        read(
          `${at(kind, id)}/footer-comments`,
          { limit: pageSize, 'body-format': 'storage', cursor },
          comments,
        ),
    };
  };
}
export type ConfluenceApi = ReturnType<ReturnType<typeof openConfluenceApi>>;
