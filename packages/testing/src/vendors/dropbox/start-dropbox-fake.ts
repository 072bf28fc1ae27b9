import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { createDropboxWebhook, type DropboxWebhook } from '../application-webhooks.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { fieldOf } from '../embedding-emulator.ts';
import {
  createDropboxTree,
  type DropboxFile,
  type DropboxTree,
  deletedMetadata,
  fileMetadata,
  folderMetadata,
} from './dropbox-tree.ts';

export interface DropboxFake extends DriveFake {
  readonly push: DropboxWebhook;
  /** A document that is exported, not downloaded; returns its id. */
  putPaper(path: string, markdown: string): string;
}

export interface DropboxFakeOptions {
  /** Entries of a page at most; Dropbox may return fewer than requested. */
  readonly pageSize?: number;
  /** The namespace of a team whose folders are seen by those alone who ask from there. */
  readonly teamRoot?: string;
}

const homeNamespace = '7';

const conflict = (summary: string): StubResponse => {
  const tags = summary.split('/').filter((tag) => tag !== '' && tag !== '.');
  const error = tags.reduceRight<unknown>(
    (inner, tag) => (inner ? { '.tag': tag, [tag]: inner } : { '.tag': tag }),
    undefined,
  );
  return { status: 409, body: { error_summary: `${summary}/..`, error } };
};

const refusals: Readonly<Record<number, unknown>> = {
  400: 'Error in call to API function "files/list_folder": bad input',
  401: { error_summary: 'expired_access_token/..', error: { '.tag': 'expired_access_token' } },
  403: { error_summary: 'access_denied/..', error: { '.tag': 'invalid_account_type' } },
  409: { error_summary: 'other/..', error: { '.tag': 'other' } },
  429: {
    error_summary: 'too_many_requests/..',
    error: { reason: { '.tag': 'too_many_requests' }, retry_after: 3 },
  },
};

const accountOf = (teamRoot: string | undefined) => ({
  account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
  name: {
    given_name: 'Ada',
    surname: 'Lovelace',
    familiar_name: 'Ada',
    display_name: 'Ada Lovelace',
    abbreviated_name: 'AL',
  },
  email: 'ada@example.com',
  email_verified: true,
  disabled: false,
  locale: 'en',
  referral_link: 'https://db.tt/x',
  is_paired: false,
  account_type: { '.tag': teamRoot ? 'business' : 'basic' },
  root_info: {
    '.tag': teamRoot ? 'team' : 'user',
    root_namespace_id: teamRoot ?? homeNamespace,
    home_namespace_id: homeNamespace,
    ...(teamRoot && { home_path: '/Ada' }),
  },
});

/** A cursor: where a recursive listing of `root` is, in the present files first and then in the journal. */
interface Place {
  readonly root: string;
  readonly snapshot: number | null;
  readonly journal: number;
  readonly generation: number;
}

const isBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`);

function journalEntries(tree: DropboxTree, { root, journal }: Place, size: number) {
  const changes = tree.journal.slice(journal, journal + size);
  const entries = changes.flatMap((change): unknown[] => {
    if (change.kind === 'deleted') return isBelow(change.path, root) ? [deletedMetadata(change.path)] : [];
    if (change.kind === 'folder') {
      const id = tree.folders.get(change.path);
      return id && isBelow(change.path, root) ? [folderMetadata(change.path, id)] : [];
    }
    const file = tree.files.get(change.id);
    return file && isBelow(file.path, root) ? [fileMetadata(file)] : [];
  });
  return { entries, next: journal + changes.length };
}

function snapshotEntries(tree: DropboxTree, { root }: Place) {
  const folders = [...tree.folders].filter(([path]) => isBelow(path, root));
  const files = [...tree.files.values()].filter(({ path }) => isBelow(path, root));
  return [...folders.map(([path, id]) => folderMetadata(path, id)), ...files.map(fileMetadata)];
}

interface Account extends Required<Pick<DropboxFakeOptions, 'pageSize'>> {
  readonly tree: DropboxTree;
  readonly teamRoot: string | undefined;
  generation: number;
  readonly repeats: () => boolean;
}

const findFile = ({ files }: DropboxTree, target: string): DropboxFile | undefined =>
  files.get(target) ?? [...files.values()].find(({ path }) => path.toLowerCase() === target.toLowerCase());

const findFolder = ({ folders }: DropboxTree, target: string) =>
  target === ''
    ? ''
    : [...folders].find(([path, id]) => id === target || path.toLowerCase() === target.toLowerCase())?.[0];

const writePlace = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

function page({ tree, pageSize, repeats }: Account, place: Place): StubResponse {
  if (repeats()) return { body: { entries: [], cursor: writePlace(place), has_more: true } };
  if (place.snapshot !== null) {
    const all = snapshotEntries(tree, place);
    const end = place.snapshot + pageSize;
    const next = { ...place, snapshot: end < all.length ? end : null };
    const entries = all.slice(place.snapshot, end);
    return { body: { entries, cursor: writePlace(next), has_more: next.snapshot !== null } };
  }
  const { entries, next } = journalEntries(tree, place, pageSize);
  const cursor = writePlace({ ...place, journal: next });
  return { body: { entries, cursor, has_more: next < tree.journal.length } };
}

function list(request: StubRequest, account: Account): StubResponse {
  const { tree, generation } = account;
  const path = String(fieldOf(request, 'path'));
  if (path === '/')
    return { status: 400, body: 'Specify the root folder as an empty string rather than as "/".' };
  const root = findFolder(tree, path);
  if (root === undefined) return conflict(findFile(tree, path) ? 'path/not_folder' : 'path/not_found');
  return page(account, { root, snapshot: 0, journal: tree.journal.length, generation });
}

function listMore(request: StubRequest, account: Account): StubResponse {
  const cursor = String(fieldOf(request, 'cursor'));
  const place: Place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return place.generation === account.generation ? page(account, place) : conflict('reset');
}

function metadata(request: StubRequest, { tree }: Account): StubResponse {
  const file = findFile(tree, String(fieldOf(request, 'path')));
  return file ? { body: fileMetadata(file) } : conflict('path/not_found');
}

function content(request: StubRequest, { tree }: Account): StubResponse {
  const isExport = request.path.endsWith('/export');
  const { path } = JSON.parse(String(request.headers['dropbox-api-arg'])) as { path: string };
  const file = findFile(tree, path);
  if (!file) return conflict('path/not_found');
  if (file.isPaper !== isExport) return conflict(isExport ? 'non_exportable' : 'unsupported_file');
  const metadata = fileMetadata(file);
  const exported = {
    export_metadata: { name: metadata.name.replace(/\.paper$/, '.md'), size: file.content.byteLength },
    file_metadata: metadata,
  };
  const result = JSON.stringify(isExport ? exported : metadata).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-result': result };
  return { headers, body: file.content };
}

const routes: Readonly<Record<string, (request: StubRequest, account: Account) => StubResponse>> = {
  '/2/users/get_current_account': (_request, { teamRoot }) => ({ body: accountOf(teamRoot) }),
  '/2/files/list_folder': list,
  '/2/files/list_folder/continue': listMore,
  '/2/files/get_metadata': metadata,
  '/2/files/download': content,
  '/2/files/export': content,
};

/** From a member's home nothing of the team's folders is seen. */
function seesTeam({ headers, path }: StubRequest, { teamRoot }: Account): boolean {
  if (!teamRoot || path === '/2/users/get_current_account') return true;
  return JSON.parse(String(headers['dropbox-api-path-root'] ?? '{}')).root === teamRoot;
}

const emptyHome: StubResponse = { body: { entries: [], cursor: 'home', has_more: false } };
const bytes = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

/** Starts an account of Dropbox as its API shows it: cursors, deletions by path, conflicts for errors, a namespace for teams. */
export async function startDropboxFake(options: DropboxFakeOptions = {}): Promise<DropboxFake> {
  const tree = createDropboxTree();
  const { teamRoot, pageSize = 2_000 } = options;
  const account: Account = { tree, teamRoot, pageSize, generation: 0, repeats: () => state.repeatPages };
  const state = {
    exchanges: [],
    token: 'sl.token',
    fault: undefined,
    repeatPages: false,
    push: createDropboxWebhook({
      length: () => tree.journal.length,
      account: accountOf(teamRoot).account_id,
    }),
    put: (path: string, text: string | Uint8Array) => tree.put(path, bytes(text)),
    putPaper: (path: string, markdown: string) => tree.put(path, bytes(markdown), { isPaper: true }),
    putUnsupported: (path: string) => tree.put(path, bytes(''), { isLink: true }),
    move: tree.move,
    remove: tree.remove,
    expireCursors: () => {
      account.generation += 1;
    },
  };
  const answer = (request: StubRequest) =>
    seesTeam(request, account) ? routes[request.path]?.(request, account) : emptyHome;
  const { url, requests, close } = await startDriveServer(
    { answer, refusal: (status) => refusals[status] ?? {} },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
