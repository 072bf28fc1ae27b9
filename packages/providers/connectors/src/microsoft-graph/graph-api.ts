import { createRequire } from 'node:module';
import { unreadable } from '@docfleet/provider';
import type * as Sdk from '@microsoft/microsoft-graph-client';
import type { GraphRequest, Middleware } from '@microsoft/microsoft-graph-client';
import type { z } from 'zod';
import type { Answer } from '../exchange.ts';
import type { ConnectorContext } from '../provider.ts';
import { accept, createVendorClient } from '../vendor-client.ts';
import { type DriveItem, driveItem, itemFields, replies } from './replies.ts';
import { appOnlyExtent } from './sign-in.ts';
import { openSiteApi, path, type SiteApi } from './site-api.ts';
import { graphVendor } from './vendor.ts';

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

  /** A link goes to the API whatever host it names: the token goes along. */
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
