import type { ServerResponse } from 'node:http';
import { type StubRequest, type StubServer, startStubServer } from '../../stub-server.ts';
import type { DriveExchange } from '../drive-fake.ts';
import { bearerOf } from '../embedding-emulator.ts';
import { lengthOf, sendBytes } from '../send-bytes.ts';
import { type EmulatedDriveOptions, sendFaulty } from '../vendor-fault.ts';
import { createDriveChannels, type DriveChannels } from './channels.ts';
import { knownFields, maskFields } from './field-mask.ts';
import { isPageToken, listChanges, listDrives, listFiles, type Paging, startPageToken } from './listings.ts';
import { notFound, refuse, unauthorized } from './refusal.ts';
import { createDriveStore, type DriveStore, type FakeDriveFile, isGoogleKind } from './store.ts';

export interface GoogleDriveEmulatorOptions extends EmulatedDriveOptions {
  /** Scope of the token; default: all files. With `drive.file` only picked files are visible, and no list of drives. */
  readonly scope?: 'drive.readonly' | 'drive.file';
}

export interface GoogleDriveEmulator extends StubServer {
  readonly store: DriveStore;
  /** Access token that the emulator accepts. */
  readonly accessToken: string;
  /** Exchanges of requests and responses without a fault. */
  readonly exchanges: DriveExchange[];
  /** Expires all page tokens that were issued. */
  expireTokens(): void;
  readonly push: DriveChannels;
}

const maxExportBytes = 10 * 1024 * 1024;
const accessToken = 'ya29.emulator';

interface Place {
  readonly store: DriveStore;
  readonly push: DriveChannels;
  readonly paging: Paging;
  readonly options: GoogleDriveEmulatorOptions;
}

/** Whether a request has the resource key that a file requires. */
const hasKey = ({ headers }: StubRequest, { id, resourceKey }: FakeDriveFile): boolean =>
  resourceKey === undefined ||
  String(headers['x-goog-drive-resource-keys'] ?? '')
    .split(',')
    .includes(`${id}/${resourceKey}`);

function fileOf(request: StubRequest, id: string, { store }: Place) {
  const { query } = request;
  const file = store.files.get(id);
  if (file && !hasKey(request, file)) return undefined;
  return file?.driveId && query.get('supportsAllDrives') !== 'true' ? undefined : file;
}

function getFile(request: StubRequest, response: ServerResponse, id: string, place: Place) {
  const file = fileOf(request, id, place);
  if (!file) return notFound(id);
  if (request.query.get('alt') !== 'media')
    return maskFields(
      place.store.resource(id) ?? {},
      request.query.get('fields') ?? 'kind,id,name,mimeType',
      knownFields.file,
    );
  if (isGoogleKind(file.mimeType ?? ''))
    return refuse(
      403,
      'fileNotDownloadable',
      'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      'alt',
    );
  if (file.canDownload === false)
    return refuse(403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.');
  return sendBytes(response, file.mimeType ?? 'text/plain', file.content ?? '').then(() => undefined);
}

function exportFile(request: StubRequest, response: ServerResponse, id: string, { store }: Place) {
  // The one method for files that knows no parameter for shared drives, and needs none.
  const found = store.files.get(id);
  const file = found && hasKey(request, found) ? found : undefined;
  const type = request.query.get('mimeType');
  if (!file) return notFound(id);
  if (!type) return refuse(400, 'required', 'Required parameter: mimeType', 'mimeType');
  if (!isGoogleKind(file.mimeType ?? ''))
    return refuse(403, 'fileNotExportable', 'Export only supports Docs Editors files.');
  const { content = '' } = file;
  if (lengthOf(content) > maxExportBytes)
    return refuse(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.');
  return sendBytes(response, type, content).then(() => undefined);
}

/** Responds to an export link, which redirects to an address that carries its own permission and refuses any other. */
function followLink(request: StubRequest, response: ServerResponse, { store }: Place) {
  const id = request.query.get('id') ?? '';
  if (request.path === '/feeds/download/documents/export/Export')
    return { status: 307, headers: { location: `/signed?id=${id}` }, body: '' };
  if (request.headers.authorization) return { status: 400, body: 'Two permissions at once' };
  return sendBytes(response, 'application/octet-stream', store.files.get(id)?.content ?? '').then(
    () => undefined,
  );
}

function answer(request: StubRequest, response: ServerResponse, place: Place) {
  const { store, paging, options } = place;
  if (request.path === '/signed') return followLink(request, response, place);
  const accepts = options.accepts ?? ((token) => token === accessToken);
  if (!accepts(bearerOf(request))) return unauthorized;
  if (request.path.startsWith('/feeds/')) return followLink(request, response, place);
  const [, route, id, verb] = /^\/drive\/v3\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(request.path) ?? [];
  if (route === 'about') {
    const fields = request.query.get('fields');
    // The one method that answers nothing unless it is said what.
    if (!fields)
      return refuse(400, 'required', "The 'fields' parameter is required for this method.", 'fields');
    const user = { permissionId: '0815', displayName: 'Ada', emailAddress: 'ada@example.org' };
    return maskFields({ kind: 'drive#about', user }, fields, knownFields.about);
  }
  if (route === 'drives' && options.scope === 'drive.file')
    return refuse(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
  if (route === 'drives') return listDrives(request, store, paging);
  if (route === 'channels' && id === 'stop') return place.push.stop(request);
  if (route === 'changes' && id === 'watch')
    return place.push.watch(request, (token) => isPageToken(token, request, paging));
  if (route === 'changes')
    return id ? startPageToken(request, store, paging) : listChanges(request, store, paging);
  if (route !== 'files') return { status: 404, body: 'Not Found' };
  if (!id) return listFiles(request, store, paging);
  const decoded = decodeURIComponent(id);
  return verb === 'export'
    ? exportFile(request, response, decoded, place)
    : getFile(request, response, decoded, place);
}

/** Starts Google Drive's API and the host of its export links at one address; `store` changes its content. */
export async function startGoogleDriveEmulator(
  options: GoogleDriveEmulatorOptions = {},
): Promise<GoogleDriveEmulator> {
  const store = createDriveStore();
  const push = createDriveChannels(store);
  const exchanges: DriveExchange[] = [];
  let epoch = 1;
  const server = await startStubServer(async (request, response) => {
    const wrong = options.fault?.(request);
    if (wrong && !('kind' in wrong)) return wrong;
    const repeats = options.repeatsPages?.() ?? false;
    const paging = { pageSize: options.pageSize ?? 1_000, epoch, repeats };
    const reply = await answer(request, response, { store, push, paging, options });
    if (reply && !wrong) exchanges.push({ request, status: reply.status ?? 200, body: reply.body });
    if (!reply || !wrong) return reply;
    return sendFaulty(reply, wrong, response);
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
