import { createRequire } from 'node:module';
import type { FetchOptionsInput, NetworkSession } from 'box-node-sdk/networking';
import { z } from 'zod';
import type { Answer, Vendor } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient, type VendorClient } from '../../vendor-client.ts';
import type * as Sdk from './sdk.ts';

const refusalBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/** Box's pace and refusals: https://developer.box.com/guides/api-calls/permissions-and-errors/common-errors and /rate-limits */
export const boxVendor: Vendor = {
  name: 'Box',
  // 1,000 requests a minute and user.
  requestsPerSecond: 16,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const isScope = body?.code === 'insufficient_scope';
    return { subject: isScope ? 'scope' : undefined, reason: body?.message ?? text };
  },
};

// https://developer.box.com/reference
const folderMini = z.object({ id: z.string(), name: z.string() });

export const item = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string().default(''),
  size: z.number().nullish(),
  sha1: z.string().nullish(),
  etag: z.string().nullish(),
  modified_at: z.string().nullish(),
  content_modified_at: z.string().nullish(),
  path_collection: z.object({ entries: z.array(folderMini) }).nullish(),
  item_status: z.string().nullish(),
});
export type BoxItem = z.output<typeof item>;

const folderItems = z.object({ entries: z.array(item), next_marker: z.string().nullish() });

const events = z.object({
  chunk_size: z.number(),
  next_stream_position: z.union([z.string(), z.number()]).transform(String),
  entries: z.array(
    z.object({
      event_type: z.string(),
      // Logins and the like have sources of other kinds.
      source: z.union([item, z.unknown().transform(() => undefined)]),
    }),
  ),
});
export type BoxEvents = z.output<typeof events>;

const user = z.object({ id: z.string(), name: z.string().nullish(), login: z.string().nullish() });

export interface BoxApi {
  children(folderId: string, marker: string | null): Promise<z.output<typeof folderItems>>;
  file(id: string): Promise<BoxItem>;
  /** `now` for the position after everything that has happened. */
  events(position: string): Promise<BoxEvents>;
  content(fileId: string): Promise<Answer>;
  user(): Promise<z.output<typeof user>>;
}

/** Loads the SDK (24 MB, 0.1 s) with the first call. */
const load = createRequire(import.meta.url);
export const loadSdk = () => load('./sdk.ts') as typeof Sdk;

const publicUrl = 'https://api.box.com/2.0';
/** Requested fields besides the type, the id and the etag, which Box always sends. */
const fields = ['name', 'size', 'sha1', 'modified_at', 'content_modified_at', 'path_collection'];

/** The SDK puts ids into paths as they are. */
const inPath = (id: string) => encodeURIComponent(id.toWellFormed());

interface Line {
  readonly client: VendorClient;
  readonly base: string;
}

const addressOf = ({ url = '', params }: FetchOptionsInput) => `${url}?${new URLSearchParams(params)}`;

const initOf = ({ method, data }: FetchOptionsInput): RequestInit => ({
  method,
  ...(data !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  }),
});

/** The SDK's paths begin with the version. */
export const baseOf = ({ endpoints }: ConnectorContext): string =>
  (endpoints['api'] ?? publicUrl).replace(/\/2\.0$/, '');

/**
 * Makes one call of Box's SDK with a network client of ours, which neither retries nor knows a token. What Box responded is kept beside
 * the call: the SDK refuses objects that lack fields which were not requested, drops the status of contents, and wraps errors.
 */
export async function callBox<Result>(
  base: string,
  send: (url: string, init: RequestInit) => Promise<Result>,
  call: (session: NetworkSession) => Promise<unknown>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const networkClient = {
    async fetch(options: FetchOptionsInput) {
      resolve(send(addressOf(options), initOf(options)));
      return { status: 200, headers: {}, data: {} };
    },
  };
  const { BaseUrls, NetworkSession } = loadSdk();
  // The SDK's result does not matter once the call was captured.
  call(new NetworkSession({ baseUrls: new BaseUrls({ baseUrl: base }), networkClient })).catch(reject);
  return promise;
}

/** JSON in which integers that JavaScript would round, as positions of events, are texts. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)
      ? context?.source
      : value,
  );
}

function openCalls({ client, base }: Line, signal: AbortSignal) {
  const fetchJson = client.sdkFetch(signal);
  const read = async <Schema extends z.ZodType>(
    reply: Schema,
    call: (session: NetworkSession) => Promise<unknown>,
  ) => {
    const response = await callBox(base, fetchJson, call);
    return accept(parseExactly(await response.text()), reply, boxVendor.name);
  };
  const content = (call: (session: NetworkSession) => Promise<unknown>) =>
    callBox(base, (url) => client.download(url, {}, signal), call);
  return { read, content };
}

/** Opens the API for one connection, through the vendor's SDK. */
export function openBoxApi(context: ConnectorContext): (signal: AbortSignal) => BoxApi {
  const client = createVendorClient(boxVendor, context);
  const base = baseOf(context);
  return (signal) => {
    const { read, content } = openCalls({ client, base }, signal);
    return {
      children: (id, marker) =>
        read(folderItems, (networkSession) =>
          new (loadSdk().FoldersManager)({ networkSession }).getFolderItems(inPath(id), {
            queryParams: { usemarker: true, limit: 1_000, fields, ...(marker !== null && { marker }) },
          }),
        ),
      file: (id) =>
        read(item, (networkSession) =>
          new (loadSdk().FilesManager)({ networkSession }).getFileById(inPath(id)),
        ),
      events: (streamPosition) =>
        read(events, (networkSession) =>
          new (loadSdk().EventsManager)({ networkSession }).getEvents({
            streamType: 'changes',
            streamPosition,
            limit: 500,
          }),
        ),
      content: (id) =>
        content((networkSession) =>
          new (loadSdk().DownloadsManager)({ networkSession }).downloadFile(inPath(id)),
        ),
      user: () =>
        read(user, (networkSession) => new (loadSdk().UsersManager)({ networkSession }).getUserMe()),
    };
  };
}
