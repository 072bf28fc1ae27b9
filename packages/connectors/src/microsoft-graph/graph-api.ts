import { Client, type GraphRequest, type Middleware } from '@microsoft/microsoft-graph-client';
import type { z } from 'zod';
import type { Answer } from '../exchange.ts';
import type { ConnectorContext } from '../provider.ts';
import { accept, createVendorClient, garbled } from '../vendor-client.ts';
import { type DriveItem, driveItem, itemFields, replies } from './replies.ts';
import { appOnlyExtent } from './sign-in.ts';
import { graphVendor } from './vendor.ts';

const publicEndpoints = { api: 'https://graph.microsoft.com' };
const pageSize = 200;

type Page = z.output<typeof replies.items>;
type Subscription = z.output<typeof replies.subscription>;

export interface GraphApi {
  me(): Promise<z.output<typeof replies.me>>;
  /** The drive of the user that consented, or of the one that an application reads. */
  ownDrive(user: string | undefined): Promise<string>;
  /** A site by its address or id; the organization's root without one. */
  site(site: string | undefined): Promise<z.output<typeof replies.site>>;
  /** A page of the sites that the user may see; the first without a link. */
  sites(link: string | undefined): Promise<z.output<typeof replies.sites>>;
  /** A page of a site's libraries; the first without a link. */
  drivesOf(site: string, link: string | undefined): Promise<z.output<typeof replies.drives>>;
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

/** A site by its id, or by its address as Graph writes it. */
function sitePath(site: string): string {
  if (!URL.canParse(site)) return path`/sites/${site}`;
  const { host, pathname } = new URL(site);
  const folders = pathname.replace(/\/+$/, '');
  return folders === '' ? path`/sites/${host}` : `${path`/sites/${host}`}:${folders}:`;
}

const path = (strings: TemplateStringsArray, ...ids: readonly string[]) =>
  String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(id.toWellFormed())));

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
  const sdk = Client.initWithMiddleware({ middleware, baseUrl: root, defaultVersion: 'v1.0' });
  const request =
    'path' in target ? sdk.api(target.path) : sdk.api('/').middlewareOptions([new OpaqueLink(target.link)]);
  const answer: unknown = await send(request).catch(() => {
    throw failure ? failure.error : garbled(vendor);
  });
  return accept(answer, reply, vendor);
}

type Line = Parameters<typeof callGraph>[0];

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

  /** A link goes to the API whatever host it names: the token goes along. */
  function resolve(link: string): string {
    const { pathname, search } = new URL(link);
    return root + pathname + search;
  }

  return (signal) => {
    const sdk = { vendor: name, root, fetch: client.sdkFetch(signal) };
    const get = <Schema extends z.ZodType>(where: string, reply: Schema) =>
      callGraph(sdk, { path: where }, reply);
    const follow = <Schema extends z.ZodType>(link: string | undefined, first: string, reply: Schema) =>
      link === undefined ? get(first, reply) : callGraph(sdk, { link: resolve(link) }, reply);

    return {
      me: () => get('/me?$select=id,displayName,userPrincipalName', replies.me),
      ownDrive: async (user) =>
        (await get(`${user === undefined ? '/me' : path`/users/${user}`}/drive?$select=id`, replies.drive))
          .id,
      // The second form is of applications alone; both leave out what their index does not have.
      sites: (link) =>
        follow(link, `/sites${isAppOnly ? '/getAllSites?' : '?search=*&'}$select=id`, replies.sites),
      site: (site) =>
        get(
          `${site === undefined ? '/sites/root' : sitePath(site).replace(/:$/, '')}?$select=id,displayName`,
          replies.site,
        ),
      drivesOf: (site, link) => follow(link, `${sitePath(site)}/drives?$select=id`, replies.drives),
      // Without a selection of fields: some facets are in whole items only.
      item: (drive, id) => get(path`/drives/${drive}/items/${id}`, driveItem),
      children: (drive, id, link) =>
        follow(link, `${path`/drives/${drive}/items/${id}/children`}?${list}`, replies.items),
      delta: (drive, link) => follow(link, `${path`/drives/${drive}/root/delta`}?${list}`, replies.items),
      latest: (drive) => get(`${path`/drives/${drive}/root/delta`}?token=latest`, replies.items),
      // Redirects to an address that carries its own permission.
      content: (drive, id) =>
        client.download(`${root}/v1.0${path`/drives/${drive}/items/${id}/content`}`, {}, signal),
      ...openSubscriptions(sdk),
    };
  };
}
