import { AppError } from '@docfleet/errors';
import { Dropbox } from 'dropbox';
import { z } from 'zod';
import type { Answer, Vendor } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import type { RefusalSubject } from '../../refusal.ts';
import { accept, createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { teamSettings } from './sign-in.ts';

const refusalBody = z.object({
  error_summary: z.string().optional(),
  error: z
    .object({
      required_scope: z.string().optional(),
      retry_after: z.number().optional(),
    })
    .optional()
    .catch(undefined),
});

/** Subjects by the beginning of `error_summary`, which spells out the tags of the error's unions. */
const subjects: readonly (readonly [RegExp, RefusalSubject])[] = [
  [/^missing_scope\b/, 'scope'],
  [/^reset\b/, 'cursor'],
  [/^path\/(not_found|malformed_path)\b/, 'missing'],
  [/^path\/restricted_content\b/, 'forbidden'],
  [
    /^(unsupported_file|non_exportable|invalid_export_format|path\/(not_file|not_folder|unsupported_content_type))\b/,
    'unsupported',
  ],
  // The namespace of the team has changed: it is read anew by the next attempt.
  [/^invalid_root\b/, 'vendor'],
];

/** Dropbox's pace and refusals: https://www.dropbox.com/developers/documentation/http/documentation#error-handling */
export const dropboxVendor: Vendor = {
  name: 'Dropbox',
  // Dropbox publishes no number; it answers 429 to what is too much for an account.
  requestsPerSecond: 10,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const summary = body?.error_summary ?? '';
    const scope = body?.error?.required_scope;
    const seconds = body?.error?.retry_after;
    return {
      subject: subjects.find(([form]) => form.test(summary))?.[1],
      reason: scope ? `The scope ${scope} is missing` : summary || text,
      retryAfterMs: seconds === undefined ? undefined : seconds * 1_000,
    };
  },
};

// https://github.com/dropbox/dropbox-api-spec: files.stone, users.stone
const text = z.string().nullish();

export const entry = z.discriminatedUnion('.tag', [
  z.object({
    '.tag': z.literal('file'),
    id: z.string(),
    name: z.string(),
    path_lower: text,
    path_display: text,
    server_modified: z.string(),
    rev: z.string(),
    size: z.number(),
    is_downloadable: z.boolean().default(true),
    export_info: z.object({ export_as: text, export_options: z.array(z.string()).nullish() }).nullish(),
    symlink_info: z.object({}).nullish(),
  }),
  z.object({ '.tag': z.literal('folder'), path_lower: text, path_display: text }),
  z.object({ '.tag': z.literal('deleted'), path_lower: text, path_display: text }),
]);
export type Entry = z.output<typeof entry>;
export type FileEntry = Extract<Entry, { '.tag': 'file' }>;

const folderListing = z.object({
  entries: z.array(entry),
  cursor: z.string(),
  has_more: z.boolean(),
});
export type FolderListing = z.output<typeof folderListing>;

const account = z.object({
  account_id: z.string(),
  name: z.object({ display_name: z.string() }),
  root_info: z.object({ root_namespace_id: z.string(), home_namespace_id: z.string() }),
});

const size = z.number().nullish();
export const downloadResult = z.object({ name: z.string(), rev: z.string(), size });
export const exportResult = z.object({
  export_metadata: z.object({ name: z.string(), size }),
  file_metadata: z.object({ rev: z.string() }),
});

export interface DropboxApi {
  account(): Promise<z.output<typeof account>>;
  listFolder(path: string): Promise<FolderListing>;
  listMore(cursor: string): Promise<FolderListing>;
  metadata(path: string): Promise<Entry>;
  /** `download` or `export`, with the argument as it is documented. */
  content(route: 'download' | 'export', argument: object): Promise<Answer>;
}

const publicEndpoints = { api: 'https://api.dropboxapi.com', content: 'https://content.dropboxapi.com' };
const listing = { recursive: true, include_non_downloadable_files: true, limit: 2_000 };

/** Headers carry ASCII alone: https://www.dropbox.com/developers/reference/json-encoding */
const headerJson = (value: object) =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

interface Line {
  readonly client: VendorClient;
  readonly endpoints: typeof publicEndpoints;
  /** Member of the team whose files are read with the team's token; undefined for a user's own token. */
  readonly member: string | undefined;
}

function openSdk(
  { client, endpoints, member }: Line,
  signal: AbortSignal,
  pathRoot: string | undefined,
): Dropbox {
  const send = client.sdkFetch(signal);
  const fetch: typeof globalThis.fetch = (url, init) =>
    // It knows no other host than the public one.
    send(String(url).replace(publicEndpoints.api, endpoints.api), init);
  // The client puts the token in.
  return new Dropbox({
    accessToken: '-',
    fetch,
    ...(pathRoot && { pathRoot }),
    ...(member && { selectUser: member }),
  });
}

async function readAccount(line: Line, signal: AbortSignal) {
  const { result } = await openSdk(line, signal, undefined).usersGetCurrentAccount();
  return accept(result, account, dropboxVendor.name);
}

/** Folders of a team lie beside the member's home and are seen from the team's root alone. */
async function readPathRoot(line: Line, signal: AbortSignal): Promise<string | undefined> {
  const { root_namespace_id: root, home_namespace_id: home } = (await readAccount(line, signal)).root_info;
  return root === home ? undefined : JSON.stringify({ '.tag': 'root', root });
}

/** Opens the API for one connection; the SDK makes the calls, but for downloads, which it would hold in memory whole. */
export function openDropboxApi(context: ConnectorContext): (signal: AbortSignal) => DropboxApi {
  const line: Line = {
    client: createVendorClient(dropboxVendor, context),
    endpoints: { ...publicEndpoints, ...context.endpoints },
    member: teamSettings.parse(context.settings)?.member,
  };
  let pathRoot: string | undefined;
  let hasRoot = false;

  async function root(signal: AbortSignal) {
    if (!hasRoot) pathRoot = await readPathRoot(line, signal);
    hasRoot = true;
    return pathRoot;
  }

  /** Calls with the root that is known; one that Dropbox refuses, as the team has another by now, is read anew by the next attempt. */
  async function rooted<Result>(
    signal: AbortSignal,
    call: (pathRoot: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const known = await root(signal);
    try {
      return await call(known);
    } catch (error) {
      if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') hasRoot = false;
      throw error;
    }
  }

  return (signal) => {
    const ask = <Schema extends z.ZodType>(
      call: (sdk: Dropbox) => Promise<{ result: unknown }>,
      reply: Schema,
    ) =>
      rooted(signal, async (pathRoot) => {
        const { result } = await call(openSdk(line, signal, pathRoot));
        return accept(result, reply, dropboxVendor.name);
      });
    return {
      account: () => readAccount(line, signal),
      listFolder: (path) => ask((sdk) => sdk.filesListFolder({ ...listing, path }), folderListing),
      listMore: (cursor) => ask((sdk) => sdk.filesListFolderContinue({ cursor }), folderListing),
      metadata: (path) => ask((sdk) => sdk.filesGetMetadata({ path }), entry),
      content: (route, argument) =>
        rooted(signal, (pathRoot) => {
          const headers = {
            'dropbox-api-arg': headerJson(argument),
            ...(pathRoot && { 'dropbox-api-path-root': pathRoot }),
            ...(line.member && { 'dropbox-api-select-user': line.member }),
          };
          const url = `${line.endpoints.content}/2/files/${route}`;
          return line.client.download(url, { method: 'POST', headers }, signal);
        }),
    };
  };
}
