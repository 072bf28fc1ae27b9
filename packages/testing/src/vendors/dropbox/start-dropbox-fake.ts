import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { createDropboxWebhook, type DropboxWebhook } from '../application-webhooks.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { type DropboxArgument, readArgument, readPathRoot } from './dropbox-requests.ts';
import {
  createDropboxTree,
  type DropboxFile,
  type DropboxTree,
  deletedMetadata,
  fileMetadata,
  folderMetadata,
  vanishAt,
} from './dropbox-tree.ts';

export interface DropboxFake extends DriveFake {
  readonly push: DropboxWebhook;
  /** Removes the item at a path, and all below, without an entry in the journal: the item that is put or moved there next replaces it. */
  vanish(path: string): void;
  /** Creates a document that is exported, not downloaded, in the first of the formats unless another is named; returns its id. */
  putPaper(path: string, content: string, formats?: readonly string[]): string;
}

export interface DropboxFakeOptions {
  /** Maximum of entries of a page; Dropbox may return fewer than requested. */
  readonly pageSize?: number;
  /** Id of a team's namespace, whose folders are visible only to requests that name it as their root. */
  readonly teamRoot?: string;
  /** Id of the only member of the team whose token is used; undefined: a user's own token. */
  readonly teamMember?: string;
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

/** Position of a cursor in the listing of `root`, which has the current files first and then the journal. */
interface Place {
  readonly root: string;
  readonly isRecursive: boolean;
  /** Whether the listing includes documents that cannot be downloaded but exported. */
  readonly hasExports: boolean;
  readonly snapshot: number | null;
  readonly journal: number;
  readonly generation: number;
}

const isListed = (path: string, { root, isRecursive }: Place) =>
  isRecursive ? path === root || path.startsWith(`${root}/`) : path.slice(0, path.lastIndexOf('/')) === root;
const isFileListed = (file: DropboxFile, place: Place) =>
  isListed(file.path, place) && (place.hasExports || !file.isPaper);

function journalEntries(tree: DropboxTree, place: Place, size: number) {
  const { journal } = place;
  const changes = tree.journal.slice(journal, journal + size);
  const entries = changes.flatMap((change): unknown[] => {
    if (change.kind === 'deleted') return isListed(change.path, place) ? [deletedMetadata(change.path)] : [];
    if (change.kind === 'folder') {
      const id = tree.folders.get(change.path);
      return id && isListed(change.path, place) ? [folderMetadata(change.path, id)] : [];
    }
    const file = tree.files.get(change.id);
    return file && isFileListed(file, place) ? [fileMetadata(file)] : [];
  });
  return { entries, next: journal + changes.length };
}

function snapshotEntries(tree: DropboxTree, place: Place) {
  const folders = [...tree.folders].filter(([path]) => isListed(path, place));
  const files = [...tree.files.values()].filter((file) => isFileListed(file, place));
  return [...folders.map(([path, id]) => folderMetadata(path, id)), ...files.map(fileMetadata)];
}

interface Account extends Required<Pick<DropboxFakeOptions, 'pageSize'>> {
  readonly tree: DropboxTree;
  readonly teamRoot: string | undefined;
  readonly teamMember: string | undefined;
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

function list(argument: DropboxArgument<'/2/files/list_folder'>, account: Account): StubResponse {
  const { tree, generation, pageSize } = account;
  const { path, recursive: isRecursive, include_non_downloadable_files: hasExports, limit } = argument;
  if (path === '/')
    return { status: 400, body: 'Specify the root folder as an empty string rather than as "/".' };
  const root = findFolder(tree, path);
  if (root === undefined) return conflict(findFile(tree, path) ? 'path/not_folder' : 'path/not_found');
  const size = Math.min(pageSize, limit ?? pageSize);
  const place = { root, isRecursive, hasExports, snapshot: 0, journal: tree.journal.length, generation };
  return page({ ...account, pageSize: size }, place);
}

function readPlace(cursor: string): Place | undefined {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function listMore(
  { cursor }: DropboxArgument<'/2/files/list_folder/continue'>,
  account: Account,
): StubResponse {
  const place = readPlace(cursor);
  if (!place)
    return {
      status: 400,
      body: 'Error in call to API function "files/list_folder/continue": Invalid cursor',
    };
  if (place.generation !== account.generation) return conflict('reset');
  const isThere = place.root === '' || account.tree.folders.has(place.root);
  return isThere ? page(account, place) : conflict('path/not_found');
}

function metadata({ path }: DropboxArgument<'/2/files/get_metadata'>, { tree }: Account): StubResponse {
  const file = findFile(tree, path);
  if (file) return { body: fileMetadata(file) };
  const folder = findFolder(tree, path);
  return folder === undefined
    ? conflict('path/not_found')
    : { body: folderMetadata(folder, tree.folders.get(folder) ?? '') };
}

const asHeader = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const octets = 'application/octet-stream';

function download({ path }: DropboxArgument<'/2/files/download'>, { tree }: Account): StubResponse {
  const file = findFile(tree, path);
  if (!file) return conflict(findFolder(tree, path) === undefined ? 'path/not_found' : 'path/not_file');
  if (file.isPaper) return conflict('unsupported_file');
  const headers = { 'content-type': octets, 'dropbox-api-result': asHeader(fileMetadata(file)) };
  return { headers, body: file.content };
}

function exportFile(
  { path, export_format: format }: DropboxArgument<'/2/files/export'>,
  { tree }: Account,
): StubResponse {
  const file = findFile(tree, path);
  if (!file) return conflict('path/not_found');
  if (!file.isPaper) return conflict('non_exportable');
  const file_metadata = fileMetadata(file);
  if (format && !file.formats.includes(format)) return conflict('invalid_export_format');
  const as = format ?? file.formats[0];
  const name = file_metadata.name.replace(/\.paper$/, as === 'markdown' ? '.md' : `.${as}`);
  const export_metadata = { name, size: file.content.byteLength };
  const headers = {
    'content-type': octets,
    'dropbox-api-result': asHeader({ export_metadata, file_metadata }),
  };
  return { headers, body: file.content };
}

type Call = (argument: never, account: Account) => StubResponse;
const calls: Readonly<Record<string, Call>> = {
  '/2/users/get_current_account': (_argument, { teamRoot }) => ({ body: accountOf(teamRoot) }),
  '/2/files/list_folder': list,
  '/2/files/list_folder/continue': listMore,
  '/2/files/get_metadata': metadata,
  '/2/files/download': download,
  '/2/files/export': exportFile,
};

/** Tree of the team's folders as seen from a member's home: empty. */
const emptyTree = createDropboxTree();

/** Returns the refusal of a team's token that names no member, or of a user's token that names one; undefined for a valid request. */
function refuseMember({ headers, path }: StubRequest, member: string | undefined): StubResponse | undefined {
  const selected = headers['dropbox-api-select-user'];
  if (selected === member) return undefined;
  if (selected === undefined)
    return {
      status: 400,
      body: `Error in call to API function "${path.slice('/2/'.length)}": This API function operates on a single Dropbox account, but the OAuth 2 access token you provided is for an entire Dropbox Business team.`,
    };
  const error = { '.tag': 'invalid_select_user' };
  return { status: 401, body: { error_summary: 'invalid_select_user/..', error } };
}

function answer(request: StubRequest, account: Account): StubResponse | undefined {
  const refused = refuseMember(request, account.teamMember);
  if (refused) return refused;
  const read = readArgument(request);
  if (!read || 'refused' in read) return read?.refused;
  const { root_info } = accountOf(account.teamRoot);
  const root = readPathRoot(request, root_info);
  if ('refused' in root) return root.refused;
  const isHome = account.teamRoot !== undefined && root.namespace === root_info.home_namespace_id;
  const seen = isHome ? { ...account, tree: emptyTree } : account;
  return calls[request.path]?.(read.argument as never, seen);
}

const bytes = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

/** Starts an account of Dropbox as its API shows it: cursors, deletions by path, conflicts for errors, a namespace for teams. */
export async function startDropboxFake(options: DropboxFakeOptions = {}): Promise<DropboxFake> {
  const tree = createDropboxTree();
  const { teamRoot, teamMember, pageSize = 2_000 } = options;
  const repeats = () => state.repeatPages;
  const account: Account = { tree, teamRoot, teamMember, pageSize, generation: 0, repeats };
  const state = {
    exchanges: [],
    token: 'sl.token',
    fault: undefined,
    repeatPages: false,
    push: createDropboxWebhook({
      length: () => tree.journal.length,
      account: accountOf(teamRoot).account_id,
      member: teamMember,
    }),
    put: (path: string, text: string | Uint8Array) => tree.put(path, bytes(text)),
    putPaper: (path: string, content: string, formats: readonly string[] = ['markdown', 'html']) =>
      tree.put(path, bytes(content), { isPaper: true, formats }),
    putUnsupported: (path: string) => tree.put(path, bytes(''), { isLink: true }),
    move: tree.move,
    vanish: (path: string) => vanishAt(tree, path),
    remove: tree.remove,
    expireCursors: () => {
      account.generation += 1;
    },
  };
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answer(request, account), refusal: (status) => refusals[status] ?? {} },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
