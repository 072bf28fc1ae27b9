import { createRequire } from 'node:module';
import { AppError, causesOf } from '@docfleet/errors';
import type * as Sdk from '@googleapis/drive';
import type { drive_v3 } from '@googleapis/drive';
import { z } from 'zod';
import type { Answer, Vendor } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import type { Refusal, RefusalNote, RefusalSubject } from '../../refusal.ts';
import { accept, createVendorClient } from '../../vendor-client.ts';
import { type DriveFile, driveFile, fileFields, replies } from './replies.ts';

const body = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string(), location: z.string().optional() })).catch([]),
  }),
});

/** https://developers.google.com/workspace/drive/api/guides/handle-errors */
const subjects: Readonly<Record<string, RefusalSubject>> = {
  userRateLimitExceeded: 'rate',
  rateLimitExceeded: 'rate',
  sharingRateLimitExceeded: 'rate',
  dailyLimitExceeded: 'rate',
  insufficientPermissions: 'scope',
  /** Too many have downloaded the file: it passes within a day, and concerns no other file. */
  downloadQuotaExceeded: 'vendor',
  fileNotDownloadable: 'unsupported',
  exportSizeLimitExceeded: 'unsupported',
  /** The Drive API is not switched on in the OAuth client's project: no item's fault. */
  accessNotConfigured: 'request',
  domainPolicy: 'request',
};

/** Limits that are restored within a day, and not within seconds. */
const dailyReasons = ['dailyLimitExceeded', 'downloadQuotaExceeded'];
const dailyWaitMs = 3_600_000;

/** Interprets Google's refusals: rate limits come as 403 as well, and an expired page token as 400. */
export function readRefusal({ json, text }: Refusal): RefusalNote {
  const parsed = body.safeParse(json);
  if (!parsed.success) return { reason: text };
  const { message, errors } = parsed.data.error;
  const [first] = errors;
  const subject = first?.location === 'pageToken' ? 'cursor' : subjects[first?.reason ?? ''];
  return {
    reason: message,
    ...(subject && { subject }),
    ...(first?.reason === 'userRateLimitExceeded' && { isOfUser: true }),
    ...(dailyReasons.includes(first?.reason ?? '') && { retryAfterMs: dailyWaitMs }),
  };
}

export const vendorName = 'Google Drive';

const vendor: Vendor = {
  name: vendorName,
  // A project has 12,000 requests a minute for all its users together.
  requestsPerSecond: 20,
  readRefusal,
};

/** Loads the SDK (25 MB, 0.1 s) with the first connection. */
const load = createRequire(import.meta.url);
const loadSdk = () => load('@googleapis/drive') as typeof Sdk;

const publicEndpoints = { api: 'https://www.googleapis.com', export: 'https://docs.google.com' };

/** Without these parameters, responses omit files in shared drives. */
const allDrives = { supportsAllDrives: true, includeItemsFromAllDrives: true };

/** Resource keys of the files and folders that a request names. */
type Keys = readonly { readonly id: string; readonly key?: string | undefined }[];

/** https://developers.google.com/workspace/drive/api/guides/resource-keys */
function keyHeaders(keys: Keys): { headers?: Record<string, string> } {
  const pairs = keys.flatMap(({ id, key }) => (key === undefined ? [] : [`${id}/${key}`]));
  return pairs.length === 0 ? {} : { headers: { 'X-Goog-Drive-Resource-Keys': pairs.join(',') } };
}

interface FileQuery {
  readonly keys?: Keys;
  readonly q: string;
  /** The shared drive to search; what the account owns or was given, without one. */
  readonly drive?: string | undefined;
  readonly page?: string | undefined;
}

type Ask = <Schema extends z.ZodType>(
  reply: Schema,
  call: (options: { fetchImplementation: typeof fetch }) => Promise<{ data: unknown }>,
) => Promise<z.output<Schema>>;

/** The SDK wraps what its fetch throws into errors that carry headers and bodies. */
const unwrapped = (error: unknown): unknown =>
  causesOf(error).find((cause) => cause instanceof AppError) ?? error;

function openFiles(sdk: drive_v3.Drive, ask: Ask) {
  return {
    list({ q, drive, page, keys = [] }: FileQuery) {
      const place = drive ? { corpora: 'drive', driveId: drive } : {};
      const fields = `nextPageToken,incompleteSearch,files(${fileFields})`;
      const params = { ...allDrives, ...place, q, fields, pageSize: 1_000, ...(page && { pageToken: page }) };
      return ask(replies.files, (options) => sdk.files.list(params, { ...options, ...keyHeaders(keys) }));
    },
    async get(fileId: string, key?: string): Promise<DriveFile> {
      const params = { fileId, supportsAllDrives: true, fields: `${fileFields},exportLinks` };
      const headers = keyHeaders([{ id: fileId, key }]);
      const file = await ask(driveFile, (options) => sdk.files.get(params, { ...options, ...headers }));
      return { ...file, resourceKey: file.resourceKey ?? key };
    },
    listDrives(page: string | undefined) {
      const params = { pageSize: 100, fields: 'nextPageToken,drives/id', ...(page && { pageToken: page }) };
      return ask(replies.drives, (options) => sdk.drives.list(params, options));
    },
  };
}

/** Opens the change log of the user, or of one shared drive: the user's log does not cover shared drives. */
function openChanges(sdk: drive_v3.Drive, ask: Ask) {
  const logOf = (drive: string | undefined) => (drive === undefined ? {} : { driveId: drive });
  return {
    list(pageToken: string, drive?: string) {
      const fields = `nextPageToken,newStartPageToken,changes(changeType,file(${fileFields}))`;
      const params = {
        ...allDrives,
        ...logOf(drive),
        pageToken,
        fields,
        pageSize: 1_000,
      };
      return ask(replies.changes, (options) => sdk.changes.list(params, options));
    },
    async start(drive?: string): Promise<string> {
      const params = { supportsAllDrives: true, ...logOf(drive) };
      const call = (options: object) => sdk.changes.getStartPageToken(params, options);
      return (await ask(replies.startPageToken, call)).startPageToken;
    },
  };
}

interface WatchOrder {
  /** Position in the change log from which notifications are sent. */
  readonly pageToken: string;
  /** The shared drive whose log is watched; the user's without one. */
  readonly drive: string | undefined;
  readonly id: string;
  readonly address: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
}

/** Channels through which Google reports that a change log has grown. */
function openChannels(sdk: drive_v3.Drive, ask: Ask) {
  return {
    watch({ pageToken, drive, expiration, ...channel }: WatchOrder) {
      const requestBody = { ...channel, type: 'web_hook', expiration: String(expiration) };
      const params = { ...allDrives, ...(drive !== undefined && { driveId: drive }), pageToken, requestBody };
      return ask(replies.channel, (options) => sdk.changes.watch(params, options));
    },
    async stop(id: string, resourceId: string): Promise<void> {
      await ask(replies.nothing, (options) =>
        sdk.channels.stop({ requestBody: { id, resourceId } }, options),
      );
    },
  };
}

/** Contents, which the SDK would collect, and which are streamed here. */
function openContents(
  endpoints: typeof publicEndpoints,
  download: (url: string, init: RequestInit) => Promise<Answer>,
) {
  const fileUrl = (fileId: string) =>
    `${endpoints.api}/drive/v3/files/${encodeURIComponent(fileId.toWellFormed())}`;
  return {
    download: (fileId: string, key?: string) =>
      download(`${fileUrl(fileId)}?alt=media&supportsAllDrives=true`, keyHeaders([{ id: fileId, key }])),
    /** `mimeType` has the signs of an address alone: it is one of our own list. */
    export: (fileId: string, mimeType: string, key?: string) =>
      download(`${fileUrl(fileId)}/export?mimeType=${mimeType}`, keyHeaders([{ id: fileId, key }])),
    /** Follows a file's export link, always on Google's own host: the token is sent with it. */
    followExportLink(link: string) {
      const { pathname, search } = new URL(link);
      return download(endpoints.export + pathname + search, {});
    },
  };
}

export interface DriveApi {
  readonly files: ReturnType<typeof openFiles>;
  readonly changes: ReturnType<typeof openChanges>;
  readonly channels: ReturnType<typeof openChannels>;
  readonly contents: ReturnType<typeof openContents>;
  account(): Promise<z.output<typeof replies.about>['user']>;
}

/** Opens the API for one connection. Google's SDK types the calls; it neither refreshes tokens nor retries. */
export function openDriveApi(context: ConnectorContext): (signal: AbortSignal) => DriveApi {
  const client = createVendorClient(vendor, context);
  const endpoints = { ...publicEndpoints, ...context.endpoints };
  const sdk = loadSdk().drive({ version: 'v3', rootUrl: `${endpoints.api}/`, retry: false });

  return (signal) => {
    const ask: Ask = async (reply, call) => {
      try {
        const { data } = await call({ fetchImplementation: client.sdkFetch(signal) });
        return accept(data, reply, vendor.name);
      } catch (error) {
        signal.throwIfAborted();
        throw unwrapped(error);
      }
    };
    return {
      files: openFiles(sdk, ask),
      account: async () =>
        (await ask(replies.about, (options) => sdk.about.get({ fields: 'user' }, options))).user,
      changes: openChanges(sdk, ask),
      channels: openChannels(sdk, ask),
      contents: openContents(endpoints, (url, init) => client.download(url, init, signal)),
    };
  };
}
