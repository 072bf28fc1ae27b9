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
  /** As whom a team's token reads; undefined for a user's own token. */
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

  return (signal) => {
    const sdk = async () => openSdk(line, signal, await root(signal));
    const read = <Schema extends z.ZodType>({ result }: { result: unknown }, reply: Schema) =>
      accept(result, reply, dropboxVendor.name);
    return {
      account: () => readAccount(line, signal),
      listFolder: async (path) =>
        read(await (await sdk()).filesListFolder({ ...listing, path }), folderListing),
      listMore: async (cursor) =>
        read(await (await sdk()).filesListFolderContinue({ cursor }), folderListing),
      metadata: async (path) => read(await (await sdk()).filesGetMetadata({ path }), entry),
      async content(route, argument) {
        const pathRoot = await root(signal);
        const headers = {
          'dropbox-api-arg': headerJson(argument),
          ...(pathRoot && { 'dropbox-api-path-root': pathRoot }),
          ...(line.member && { 'dropbox-api-select-user': line.member }),
        };
        const url = `${line.endpoints.content}/2/files/${route}`;
        return line.client.download(url, { method: 'POST', headers }, signal);
      },
    };
  };
}
