import { createRequire } from 'node:module';
import { unreadable } from '@docfleet/provider';
import type * as Sdk from '@microsoft/microsoft-graph-client';
import type { GraphRequest, Middleware } from '@microsoft/microsoft-graph-client';
import { z } from 'zod';
import type { Answer, Vendor } from '../exchange.ts';
import type { ConnectorContext } from '../provider.ts';
import type { Refusal, RefusalNote, RefusalSubject } from '../refusal.ts';
import { accept, createVendorClient } from '../vendor-client.ts';
import { type DriveItem, driveItem, itemFields, replies, siteReplies } from './replies.ts';
import { appOnlyExtent } from './sign-in.ts';

type Reply<Name extends keyof typeof siteReplies> = Promise<z.output<(typeof siteReplies)[Name]>>;
type Link = string | undefined;

/** Sites, and their pages and lists. */
interface SiteApi {
  /** A site by its address or id; the organization's root without one. */
  site(site: string | undefined): Promise<z.output<typeof replies.site>>;
  /** A page of the sites that the account may see; the first without a link. */
  sites(link: Link): Promise<z.output<typeof replies.sites>>;
  /** A page of a site's libraries; the first without a link. */
  drivesOf(site: string, link: Link): Promise<z.output<typeof replies.drives>>;
  /** A page of its pages; the first without a link. */
  sitePages(site: string, link: Link): Reply<'pages'>;
  /** Requests a page of a site with its content. */
  sitePage(site: string, id: string): Reply<'page'>;
  lists(site: string, link: Link): Reply<'lists'>;
  list(site: string, id: string): Reply<'list'>;
  columns(site: string, list: string): Reply<'columns'>;
  listItems(site: string, list: string, link: Link): Reply<'items'>;
}

type Follow = <Schema extends z.ZodType>(
  link: Link,
  first: string,
  reply: Schema,
) => Promise<z.output<Schema>>;

const siteFields = 'id,displayName,webUrl,isPersonalSite';
const pageFields = 'id,name,title,webUrl,eTag,lastModifiedDateTime,publishingState';
const listFields = 'id,displayName,webUrl,eTag,lastModifiedDateTime,list';
const columnFields = 'name,displayName,hidden,readOnly,text,lookup,personOrGroup';

/** A path with the ids in it encoded. */
const path = (strings: TemplateStringsArray, ...ids: readonly string[]) =>
  String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(id.toWellFormed())));

/** A site by its id, or by its address as Graph writes it. */
function sitePath(site: string): string {
  if (!URL.canParse(site)) return path`/sites/${site}`;
  const { host, pathname } = new URL(site);
  const folders = pathname.replace(/\/+$/, '');
  return folders === '' ? path`/sites/${host}` : `${path`/sites/${host}`}:${folders}:`;
}

/** https://learn.microsoft.com/graph/api/resources/sitepage and /list. */
const openSiteApi = (follow: Follow, isAppOnly: boolean): SiteApi => ({
  // The second form is of applications alone; both leave out what their index does not have.
  sites: (link) =>
    follow(link, `/sites${isAppOnly ? '/getAllSites?' : '?search=*&'}$select=${siteFields}`, replies.sites),
  site: (site) => {
    const where = site === undefined ? '/sites/root' : sitePath(site).replace(/:$/, '');
    return follow(undefined, `${where}?$select=${siteFields}`, replies.site);
  },
  drivesOf: (site, link) => follow(link, `${sitePath(site)}/drives?$select=id`, replies.drives),
  sitePages: (site, link) =>
    follow(
      link,
      `${sitePath(site)}/pages/microsoft.graph.sitePage?$top=200&$select=${pageFields}`,
      siteReplies.pages,
    ),
  sitePage: (site, id) =>
    follow(
      undefined,
      `${sitePath(site)}/pages/${path`${id}`}/microsoft.graph.sitePage?$expand=canvasLayout`,
      siteReplies.page,
    ),
  lists: (site, link) =>
    follow(link, `${sitePath(site)}/lists?$top=200&$select=${listFields}`, siteReplies.lists),
  list: (site, id) =>
    follow(undefined, `${sitePath(site)}/lists/${path`${id}`}?$select=${listFields}`, siteReplies.list),
  columns: (site, list) =>
    follow(
      undefined,
      `${sitePath(site)}/lists/${path`${list}`}/columns?$top=200&$select=${columnFields}`,
      siteReplies.columns,
    ),
  listItems: (site, list, link) =>
    follow(link, `${sitePath(site)}/lists/${path`${list}`}/items?$top=200&$expand=fields`, siteReplies.items),
});

const body = z.object({
  error: z.object({ code: z.string().default(''), message: z.string().default('') }),
});

/** https://learn.microsoft.com/onedrive/developer/rest-api/concepts/errors */
const subjects: Readonly<Record<string, RefusalSubject>> = {
  activityLimitReached: 'rate',
  quotaLimitReached: 'rate',
  malwareDetected: 'forbidden',
  notSupported: 'unsupported',
};

/** Graph's own trouble, which it reports as a fault of tokens that are valid: https://github.com/OneDrive/onedrive-api-docs/issues/1489 */
const ownTrouble = /Unable to initialize RPS/i;

function readRefusal({ status, json, text }: Refusal): RefusalNote {
  const parsed = body.safeParse(json);
  const { code, message } = parsed.success ? parsed.data.error : { code: '', message: text };
  // https://learn.microsoft.com/graph/api/driveitem-delta: resyncRequired and its kin ask for a whole listing.
  const isStale =
    /^(resync|syncState)/i.test(code) || (status === 400 && /(delta|sync) ?token/i.test(message));
  const subject = isStale ? 'cursor' : ownTrouble.test(message) ? 'vendor' : subjects[code];
  // Throttled requests come as 503 and 509 as well, with the time to wait.
  return { reason: message || code, ...(subject && { subject }) };
}

/** Microsoft Graph throttles by cost and says when to retry; it publishes no number for drives. */
const graphVendor = (name: string): Vendor => ({ name, requestsPerSecond: 10, readRefusal });

/** Loads the SDK (10 MB) with the first call. */
const load = createRequire(import.meta.url);
const loadSdk = () => load('@microsoft/microsoft-graph-client') as typeof Sdk;

const publicEndpoints = { api: 'https://graph.microsoft.com' };
const pageSize = 200;

type Page = z.output<typeof replies.items>;
type Subscription = z.output<typeof replies.subscription>;

export interface GraphApi extends SiteApi {
  me(): Promise<z.output<typeof replies.me>>;
  /** The drive of the user that consented, or of the one that an application reads. */
  ownDrive(user: string | undefined): Promise<string>;
  item(drive: string, id: string): Promise<DriveItem>;
  /** A page of a folder's children; the first without a link. */
  children(drive: string, id: string, link: string | undefined): Promise<Page>;
  /** A page of a drive's change feed, which names everything when it begins without a link. */
  delta(drive: string, link: string | undefined): Promise<Page>;
  /** The change feed from now on. */
  latest(drive: string): Promise<Page>;
  content(drive: string, id: string): Promise<Answer>;
  /** Asks for notifications; `order` as Graph describes a subscription. */
  subscribe(order: object): Promise<Subscription>;
  renewSubscription(id: string, expirationDateTime: string): Promise<Subscription>;
  unsubscribe(id: string): Promise<void>;
}

/** A link of Graph, which is requested as it is: the SDK would take its query apart and write it anew. */
class OpaqueLink {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
}

/**
 * Sends one request through Microsoft's SDK. Its chain of middleware is ours alone: neither its retries nor its redirects nor its
 * telemetry. The SDK wraps what its chain throws without the cause, so that the error is kept beside it.
 */
async function callGraph<Schema extends z.ZodType>(
  { vendor, root, fetch }: { vendor: string; root: string; fetch: typeof globalThis.fetch },
  target: { readonly path: string } | { readonly link: string },
  reply: Schema,
  send: (request: GraphRequest) => Promise<unknown> = (request) => request.get(),
): Promise<z.output<Schema>> {
  let failure: { readonly error: unknown } | undefined;
  const middleware: Middleware = {
    async execute(context) {
      const option = context.middlewareControl?.getMiddlewareOptions(OpaqueLink);
      const url = option instanceof OpaqueLink ? option.url : String(context.request);
      context.response = await fetch(url, context.options).catch((error: unknown) => {
        failure = { error };
        throw error;
      });
    },
  };
  const sdk = loadSdk().Client.initWithMiddleware({ middleware, baseUrl: root });
  const request =
    'path' in target ? sdk.api(target.path) : sdk.api('/').middlewareOptions([new OpaqueLink(target.link)]);
  const answer: unknown = await send(request).catch(() => {
    throw failure ? failure.error : unreadable(vendor);
  });
  return accept(answer, reply, vendor);
}

type Line = Parameters<typeof callGraph>[0];

/**
 * Makes a change feed report items as deleted when the account loses access, and as new when it gains access. Without these headers
 * lost access is never reported: https://learn.microsoft.com/onedrive/developer/rest-api/concepts/scan-guidance
 */
const withLostAccess = (request: GraphRequest) =>
  request
    .header('Prefer', 'deltashowremovedasdeleted, deltatraversepermissiongaps, deltashowsharingchanges')
    .get();

/** Subscriptions, which are created, renewed and ended. */
function openSubscriptions(sdk: Line): Pick<GraphApi, 'subscribe' | 'renewSubscription' | 'unsubscribe'> {
  const at = (id: string) => ({ path: path`/subscriptions/${id}` });
  const { subscription, nothing } = replies;
  return {
    subscribe: (order) =>
      callGraph(sdk, { path: '/subscriptions' }, subscription, (request) => request.post(order)),
    renewSubscription: (id, expirationDateTime) =>
      callGraph(sdk, at(id), subscription, (request) => request.patch({ expirationDateTime })),
    unsubscribe: async (id) => {
      await callGraph(sdk, at(id), nothing, (request) => request.delete());
    },
  };
}

/** Opens Microsoft Graph for one connection, through Microsoft's SDK; contents are streamed beside it. */
export function openGraphApi(name: string, context: ConnectorContext): (signal: AbortSignal) => GraphApi {
  const client = createVendorClient(graphVendor(name), context);
  const root = context.endpoints['api'] ?? publicEndpoints.api;
  const isAppOnly = appOnlyExtent.parse(context.settings) != null;
  const list = `$top=${pageSize}&$select=${itemFields}`;

  /** Resolves a link against the API's own host, regardless of the host that it names: the token is sent with it. */
  function resolve(link: string): string {
    const { pathname, search } = new URL(link);
    return root + pathname + search;
  }

  return (signal) => {
    const sdk = { vendor: name, root, fetch: client.sdkFetch(signal) };
    const get = <Schema extends z.ZodType>(where: string, reply: Schema) =>
      callGraph(sdk, { path: where }, reply);
    const targetOf = (link: string | undefined, first: string) =>
      link === undefined ? { path: first } : { link: resolve(link) };
    const follow = <Schema extends z.ZodType>(link: string | undefined, first: string, reply: Schema) =>
      callGraph(sdk, targetOf(link, first), reply);
    const feed = (link: string | undefined, first: string) =>
      callGraph(sdk, targetOf(link, first), replies.items, withLostAccess);

    return {
      ...openSiteApi(follow, isAppOnly),
      me: () => get('/me?$select=id,displayName,userPrincipalName', replies.me),
      ownDrive: async (user) =>
        (await get(`${user === undefined ? '/me' : path`/users/${user}`}/drive?$select=id`, replies.drive))
          .id,
      // Without a selection of fields: some facets are in whole items only.
      item: (drive, id) => get(path`/drives/${drive}/items/${id}`, driveItem),
      children: (drive, id, link) =>
        follow(link, `${path`/drives/${drive}/items/${id}/children`}?${list}`, replies.items),
      delta: (drive, link) => feed(link, `${path`/drives/${drive}/root/delta`}?${list}`),
      latest: (drive) => feed(undefined, `${path`/drives/${drive}/root/delta`}?token=latest`),
      // Redirects to an address that carries its own permission.
      content: (drive, id) =>
        client.download(`${root}/v1.0${path`/drives/${drive}/items/${id}/content`}`, {}, signal),
      ...openSubscriptions(sdk),
    };
  };
}
