import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import type { ConnectorContext } from '../../provider.ts';
import { createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { attachments, descendants, pageList, singlePage, sites } from './replies.ts';
import { confluenceVendor } from './vendor.ts';

const publicUrl = 'https://api.atlassian.com';

/** The deepest that one request for descendants reaches. */
export const deepest = 10;

async function findSite(client: VendorClient, base: string, signal: AbortSignal) {
  const found = await client.json(`${base}/oauth/token/accessible-resources`, {}, sites, signal);
  // A user may have shared Jira's sites as well.
  const [site] = found.filter(({ scopes }) => scopes.some((scope) => scope.includes('confluence')));
  if (site) return site;
  throw new AppError('CONNECTION_UNAUTHORIZED', 'This connection has no Confluence site: authorize it again');
}

/** Opens the API of the connection's site, found when it is first needed. Atlassian has no SDK of its own for it. */
export function openConfluenceApi(context: ConnectorContext) {
  const client = createVendorClient(confluenceVendor, context);
  const base = context.endpoints['api'] ?? publicUrl;
  let known: z.output<typeof sites>[number] | undefined;

  return (signal: AbortSignal) => {
    async function site() {
      known ??= await findSite(client, base, signal);
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
    return {
      site,
      pages: (cursor: string | undefined) =>
        read('pages', { limit: 250, status: 'current', cursor }, pageList),
      pagesById: (ids: readonly string[]) =>
        read('pages', { id: ids.join(','), limit: 250, status: 'current' }, pageList),
      descendants: (id: string, cursor: string | undefined) =>
        read(
          `pages/${encodeURIComponent(id)}/descendants`,
          { limit: 250, depth: deepest, cursor },
          descendants,
        ),
      page: (id: string) => read(`pages/${encodeURIComponent(id)}`, { 'body-format': 'storage' }, singlePage),
      attachments: (id: string) =>
        read(`pages/${encodeURIComponent(id)}/attachments`, { limit: 250 }, attachments),
    };
  };
}
export type ConfluenceApi = ReturnType<ReturnType<typeof openConfluenceApi>>;
