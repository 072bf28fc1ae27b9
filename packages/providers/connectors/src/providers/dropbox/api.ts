import { AppError } from '@docfleet/errors';
import { Dropbox } from 'dropbox';
import type { z } from 'zod';
import type { Answer } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient, type VendorClient } from '../../vendor-client.ts';
import { account, type Entry, entry, type FolderListing, folderListing } from './replies.ts';
import { teamSettings } from './sign-in.ts';
import { dropboxVendor } from './vendor.ts';

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
