import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import {
  type BoxEntry,
  type BoxTree,
  createBoxTree,
  moveItem,
  presentItem,
  renameItem,
  restoreItem,
  rootFolder,
  trashItem,
  unshareItem,
  upload,
} from './box-tree.ts';
import { type BoxWebhooks, createBoxWebhooks } from './webhooks.ts';

export interface BoxFake extends DriveFake {
  /** Returns the id of the folder at a path, which is created when it does not exist. */
  folderAt(path: string): string;
  /** Creates a file with the same id as a folder: Box numbers files and folders separately. */
  putTwin(folderId: string, name: string): void;
  /** Restores a file or folder from the trash. */
  restore(id: string): void;
  /** Ends the sharing of a file or folder with the user, or with others alone. */
  unshare(id: string, who?: 'user' | 'others'): void;
  rename(id: string, name: string): void;
  /** Ids of files that are still being received, whose content is not available yet. */
  readonly unready: Set<string>;
  readonly push: BoxWebhooks;
}

interface Box {
  readonly tree: BoxTree;
  readonly pageSize: number;
  readonly unready: ReadonlySet<string>;
  readonly fake: Pick<BoxFake, 'repeatPages' | 'push'>;
  /** Oldest known position of the event stream; lower ones are expired. */
  oldest: number;
}

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  403: 'access_denied_insufficient_permissions',
  404: 'not_found',
  409: 'operation_blocked_temporary',
  410: 'gone',
  429: 'rate_limit_exceeded',
  503: 'unavailable',
};
const refusal = (status: number) =>
  // A refused token is reported by its header only.
  status === 401
    ? ''
    : {
        type: 'error',
        status,
        code: codes[status] ?? 'internal_server_error',
        message: `This is what Box says with ${status}`,
        help_url: 'http://developers.box.com/docs/#errors',
        request_id: 'abc',
      };
const missing: StubResponse = { status: 404, body: refusal(404) };

/** Whether an item is visible: neither it nor a folder above it is in the trash or unshared. */
function isThere({ entries }: BoxTree, id: string): boolean {
  if (id === rootFolder) return true;
  const entry = entries.get(id);
  const isLost = entry === undefined || entry.isTrashed || entry.isUnshared;
  return !isLost && isThere({ entries } as BoxTree, entry.parent);
}

/** Fields of every response, regardless of the requested fields. */
const alwaysSent = ['type', 'id', 'etag'];

/** Returns the requested fields and those that are always sent: https://developer.box.com/guides/api-calls/request-extra-fields */
function project(item: object, { query }: StubRequest): object {
  const requested = query.get('fields')?.split(',');
  const kept = Object.entries(item).filter(
    ([field]) => !requested || requested.includes(field) || alwaysSent.includes(field),
  );
  return Object.fromEntries(kept);
}

/** Returns the refusal of a `limit` above the maximum of a list, or of a marker without `usemarker`; undefined for a valid request. */
function refuseList({ query }: StubRequest, most: number): StubResponse | undefined {
  const limit = Number(query.get('limit') ?? 100);
  const isWrong =
    !(limit >= 1 && limit <= most) || (query.has('marker') && query.get('usemarker') !== 'true');
  return isWrong ? { status: 400, body: refusal(400) } : undefined;
}

function children(id: string, request: StubRequest, { tree, pageSize, fake }: Box): StubResponse {
  const { query } = request;
  const refused = refuseList(request, 1_000);
  if (refused) return refused;
  const folder = tree.entries.get(id);
  if (!isThere(tree, id) || (folder && folder.type !== 'folder')) return missing;
  const all = [...tree.entries.values()].filter(
    ({ parent, isTrashed, isUnshared }) => parent === id && !isTrashed && !isUnshared,
  );
  const start = Number(query.get('marker') ?? 0);
  const end = start + Math.min(pageSize, Number(query.get('limit') ?? 100));
  // Without markers a list is paged by offsets, and has none.
  const isMarked = query.get('usemarker') === 'true' && end < all.length;
  const next = fake.repeatPages ? String(start) : isMarked ? String(end) : undefined;
  const entries = all.slice(start, end).map((entry) => project(presentItem(tree.entries, entry), request));
  // The field is absent, or null, on the last page.
  return { body: { entries, limit: pageSize, ...(next !== undefined && { next_marker: next }) } };
}

/** First position of the event stream. Positions are 64-bit integers, beyond the safe integers of JavaScript. */
const firstPosition = 1_152_922_976_252_290_886n;
const positionAt = (index: number) => firstPosition + BigInt(index);

function events({ query }: StubRequest, { tree, pageSize, oldest }: Box): StubResponse {
  const position = query.get('stream_position') ?? String(firstPosition);
  // Other streams report what concerns no content as well, or events of all users.
  const limit = Number(query.get('limit') ?? 100);
  if (query.get('stream_type') !== 'changes' || !(limit >= 1 && limit <= 500))
    return { status: 400, body: refusal(400) };
  // The description allows a number as well as a string.
  if (position === 'now')
    return {
      headers: { 'content-type': 'application/json' },
      body: `{"chunk_size":0,"next_stream_position":${positionAt(tree.events.length)},"entries":[]}`,
    };
  const start = /^\d+$/.test(position) ? Number(BigInt(position) - firstPosition) : -1;
  if (start < oldest || start > tree.events.length) return { status: 400, body: refusal(400) };
  const chunk = tree.events.slice(start, start + Math.min(limit, pageSize * 4));
  const entries = chunk.map((event) => ({ type: 'event', created_at: '2026-01-01T00:00:00Z', ...event }));
  return {
    body: {
      chunk_size: chunk.length,
      next_stream_position: String(positionAt(start + chunk.length)),
      entries,
    },
  };
}

function item(id: string, type: BoxEntry['type'], request: StubRequest, { tree }: Box): StubResponse {
  const entry = [tree.entries.get(id), tree.entries.get(`twin ${id}`)].find((one) => one?.type === type);
  return entry && isThere(tree, id) ? { body: project(presentItem(tree.entries, entry), request) } : missing;
}

function content(id: string, { headers }: StubRequest, { tree, unready }: Box): StubResponse {
  if (!isThere(tree, id)) return missing;
  if (unready.has(id)) return { status: 202, headers: { 'retry-after': '5' }, body: '' };
  return { status: 302, headers: { location: `http://${headers.host}/download/${id}` }, body: '' };
}

/** Responds as the host of file contents, to which no token may be sent: one that arrives has leaked. */
function bytes(id: string, { headers }: StubRequest, { tree }: Box): StubResponse {
  if (headers.authorization) return { status: 400, body: 'A token does not belong here' };
  const type = { 'content-type': 'application/octet-stream' };
  return { headers: type, body: tree.entries.get(id)?.content ?? '' };
}

function answer(request: StubRequest, box: Box): StubResponse | undefined {
  const [, base = '', kind = '', id = '', part = ''] = request.path.split('/');
  if (base === 'download') return bytes(kind, request, box);
  switch (`${kind}${part && '/'}${part}`) {
    case 'users':
      return { body: { type: 'user', id: '11446498', name: 'Ada Lovelace', login: 'ada@example.com' } };
    case 'webhooks':
      return box.fake.push.respond(request);
    case 'events':
      return events(request, box);
    case 'folders':
      return item(id, 'folder', request, box);
    case 'folders/items':
      return children(id, request, box);
    case 'files':
      return item(id, 'file', request, box);
    case 'files/content':
      return content(id, request, box);
    default:
      return undefined;
  }
}

/** Starts an account of Box as its API shows it: markers, events that come twice, downloads from another address, a trash. */
export async function startBoxFake({
  pageSize = 1_000,
}: {
  readonly pageSize?: number;
} = {}): Promise<BoxFake> {
  const tree = createBoxTree();
  const unready = new Set<string>();
  const state = {
    exchanges: [],
    token: 'box-token',
    fault: undefined,
    repeatPages: false,
    unready,
    push: createBoxWebhooks(tree),
    folderAt: tree.folderAt,
    put: (path: string, text: string | Uint8Array) =>
      upload(tree, path, typeof text === 'string' ? Buffer.from(text) : text),
    putUnsupported: (path: string) => `web_link:${tree.add('web_link', path.slice(1), rootFolder).id}`,
    putTwin: (id: string, name: string) =>
      void tree.entries.set(`twin ${id}`, {
        type: 'file',
        id,
        name,
        parent: rootFolder,
        etag: 0,
        isTrashed: false,
        content: Buffer.from('twin'),
      }),
    move: (id: string, path: string) => moveItem(tree, id, path),
    remove: (id: string) => trashItem(tree, id),
    restore: (id: string) => restoreItem(tree, id),
    unshare: (id: string, who: 'user' | 'others' = 'user') => unshareItem(tree, id, who),
    rename: (id: string, name: string) => renameItem(tree, id, name),
    expireCursors() {
      box.oldest = Number.POSITIVE_INFINITY;
    },
  };
  const box: Box = { tree, pageSize, unready, fake: state, oldest: 0 };
  const isPublic = ({ path }: StubRequest) => path.startsWith('/download/');
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, box), refusal, isPublic },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
