import type { ServerResponse } from 'node:http';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../../stub-server.ts';
import type { DriveExchange } from '../drive-fake.ts';
import { bearerOf } from '../embedding-emulator.ts';
import { sendBytes } from '../send-bytes.ts';
import { type EmulatedDriveOptions, sendFaulty } from '../vendor-fault.ts';
import { children, delta, type GraphPaging, listSites, notFound, pageOf, refuse } from './listings.ts';
import { project, refuseOption, refuseSelection } from './select.ts';
import { respondSiteContents } from './site-contents.ts';
import { createGraphStore, type GraphStore, rootResource, toResource } from './store.ts';
import { createSubscriptions, type GraphSubscriptions } from './subscriptions.ts';

export interface GraphEmulatorOptions extends EmulatedDriveOptions {
  /** Ids of drives of which the account sees only items shared with it, and neither the root nor the feed. */
  readonly sharedDrives?: readonly string[];
  /** Whether the search omits a site that exists: it is an index. */
  readonly leavesOut?: (site: string) => boolean;
  /** Whether the token is an application's, which is no user. */
  readonly isApplication?: boolean;
  /** Ids of sites by their addresses: `contoso.sharepoint.com/sites/hr`. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Ids of sites that refuse the account. */
  readonly closedSites?: ReadonlySet<string>;
  /** Whether the token may subscribe to drives, for which Graph wants permission to write. */
  readonly maySubscribe?: () => boolean;
}

export interface GraphEmulator extends StubServer {
  readonly store: GraphStore;
  /** Access token that the emulator accepts. */
  readonly accessToken: string;
  /** Exchanges of requests and responses without a fault. */
  readonly exchanges: DriveExchange[];
  /** Expires all tokens of change feeds that were issued. */
  expireTokens(): void;
  readonly push: GraphSubscriptions;
}

const accessToken = 'eyJ.graph.emulator';

interface Place {
  readonly store: GraphStore;
  readonly paging: GraphPaging;
  readonly options: GraphEmulatorOptions;
}

function itemOf(place: Place, driveId: string, id: string): StubResponse {
  const drive = place.store.drives.get(driveId);
  const item = drive?.items.get(id);
  if (drive && id === 'root') return { body: rootResource(drive) };
  return drive && item ? { body: toResource(drive, item) } : notFound;
}

function respondDrive(
  request: StubRequest,
  [driveId = '', ...rest]: readonly string[],
  place: Place,
): StubResponse {
  const { store, paging, options } = place;
  const drive = store.drives.get(driveId);
  if (!drive) return notFound;
  if (rest.join('/') === 'root/delta') {
    if (options.sharedDrives?.includes(driveId)) return refuse(403, 'accessDenied', 'Access denied');
    return delta(request, drive, paging);
  }
  const [, id = '', verb] = rest;
  if (verb === undefined) return itemOf(place, driveId, id);
  if (id !== 'root' && !drive.items.has(id)) return notFound;
  if (verb === 'children') return children(request, drive, id, paging);
  return { status: 302, headers: { location: `/preauthenticated/${driveId}/${id}` }, body: '' };
}

const accessDenied = refuse(403, 'accessDenied', 'Access denied');
const notDelegated = refuse(
  400,
  'BadRequest',
  '/me request is only valid with delegated authentication flow.',
);

function respondMe(part: string | undefined, { store, options }: Place): StubResponse {
  if (options.isApplication) return notDelegated;
  if (part === 'drive') return store.drives.has('own') ? { body: { id: 'own' } } : notFound;
  return { body: { id: '0815', displayName: 'Ada', userPrincipalName: 'ada@example.org' } };
}

/** Returns the site of a path, by its id or by its address between colons, and the rest of the path. */
function readSite(path: string, { addresses = {} }: GraphEmulatorOptions) {
  const rest = path.replace('/v1.0/sites/', '');
  const [, host, folders = '', below] = /^([^/:]+):(\/[^:]+)(?::\/(.*))?$/.exec(rest) ?? [];
  const partsOf = (text: string | undefined) => text?.split('/').map(decodeURIComponent) ?? [];
  if (host !== undefined)
    return { id: addresses[decodeURIComponent(`${host}${folders}`)], parts: partsOf(below) };
  const [id = '', ...parts] = partsOf(rest);
  return { id: addresses[id] ?? id, parts };
}

function respondSites(request: StubRequest, place: Place): StubResponse {
  const { store, paging, options } = place;
  const { leavesOut, isApplication, closedSites } = options;
  if (request.path === '/v1.0/sites') return listSites(request, store, { ...paging, leavesOut });
  const { id, parts } = readSite(request.path, options);
  if (id === 'getAllSites')
    return isApplication ? listSites(request, store, { ...paging, leavesOut }) : accessDenied;
  if (id === 'root') return { body: { id: 'root-site', displayName: 'Contoso' } };
  if (id !== undefined && closedSites?.has(id)) return accessDenied;
  const drives = id === undefined ? undefined : store.sites.get(id);
  if (id === undefined || !drives) return notFound;
  if (parts.length === 0)
    return { body: { id, displayName: `Site ${id}`, webUrl: `https://contoso.sharepoint.com/sites/${id}` } };
  const contents = respondSiteContents(request, parts, { store, paging, id });
  if (contents) return contents;
  return pageOf(
    request,
    drives.map((drive) => ({ id: drive })),
    paging,
  );
}

function respondGraph(request: StubRequest, place: Place): StubResponse {
  const [, , area, ...rest] = request.path.split('/').map(decodeURIComponent);
  if (area === 'me') return respondMe(rest[0], place);
  if (area === 'users')
    return rest.join('/') === 'ada@contoso.com/drive' && place.store.drives.has('own')
      ? { body: { id: 'own' } }
      : notFound;
  if (area === 'drives') return respondDrive(request, rest, place);
  if (area === 'sites') return respondSites(request, place);
  return refuse(400, 'BadRequest', `Resource not found for the segment '${area}'.`);
}

/** Responds as the host of file contents, whose addresses carry their own permission and refuse any other. */
async function sendContent(request: StubRequest, response: ServerResponse, { store }: Place) {
  if (request.headers.authorization) return refuse(401, 'unauthenticated', 'Two permissions at once');
  const [, , drive = '', id = ''] = request.path.split('/').map(decodeURIComponent);
  const item = store.drives.get(drive)?.items.get(id);
  if (!item) return notFound;
  await sendBytes(response, item.mimeType === null ? 'text/csv' : 'application/octet-stream', item.content);
  return undefined;
}

/** Starts Microsoft Graph's drives and sites, and the host that contents are downloaded from; the user's own drive is `own`. */
export async function startGraphEmulator(options: GraphEmulatorOptions = {}): Promise<GraphEmulator> {
  const store = createGraphStore();
  const { accepts = (token) => token === accessToken } = options;
  const push = createSubscriptions(store);
  const exchanges: DriveExchange[] = [];
  let epoch = 1;
  const server = await startStubServer(async (request, response) => {
    const wrong = options.fault?.(request);
    if (wrong && !('kind' in wrong)) return wrong;
    const place = {
      store,
      options,
      paging: { pageSize: options.pageSize ?? 200, epoch, repeats: options.repeatsPages?.() ?? false },
    };
    if (request.path.startsWith('/preauthenticated/')) return sendContent(request, response, place);
    if (!accepts(bearerOf(request)))
      return refuse(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.');
    if (request.path.startsWith('/v1.0/subscriptions'))
      return options.maySubscribe?.() === false
        ? refuse(403, 'accessDenied', 'Insufficient privileges to complete the operation.')
        : push.respond(request);
    const reply =
      refuseOption(request) ?? refuseSelection(request) ?? project(request, respondGraph(request, place));
    if (!wrong) exchanges.push({ request, status: reply.status ?? 200, body: reply.body });
    return wrong ? sendFaulty(reply, wrong, response) : reply;
  });
  return {
    ...server,
    store,
    push,
    accessToken,
    exchanges,
    expireTokens() {
      epoch += 1;
    },
  };
}
