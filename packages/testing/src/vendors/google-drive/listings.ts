import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { knownFields, maskFields } from './field-mask.ts';
import { refuse } from './refusal.ts';
import type { DriveStore, FakeDriveFile } from './store.ts';

type Test = (file: FakeDriveFile) => boolean;

function readClause(clause: string): Test | undefined {
  if (clause === 'trashed=false') return (file) => !file.trashed;
  const [, kind] = /^mimeType!='(.*)'$/.exec(clause) ?? [];
  if (kind) return (file) => file.mimeType !== kind;
  const parents = clause.split(' or ').map((term) => /^'((?:[^'\\]|\\.)*)' in parents$/.exec(term)?.[1]);
  if (parents.includes(undefined)) return undefined;
  const ids = parents.map((id) => id?.replaceAll(/\\(.)/g, '$1'));
  return (file) => file.parent !== undefined && ids.includes(file.parent);
}

/** Parses the part of Drive's query language that the product uses; undefined for other queries. */
function readQuery(q: string): Test | undefined {
  const tests = q.split(' and ').map((clause) => readClause(clause.replace(/^\((.*)\)$/, '$1')));
  if (tests.some((test) => !test)) return undefined;
  return (file) => tests.every((test) => test?.(file));
}

export interface Paging {
  /** Maximum of entries on a page, regardless of the requested number. */
  readonly pageSize: number;
  /** Epoch of valid page tokens; those of another epoch are expired. */
  readonly epoch: number;
  /** Whether each page continues with itself. */
  readonly repeats: boolean;
}

const staleToken = () => refuse(400, 'invalid', 'Invalid Value', 'pageToken');

/** Returns the index that a page token continues at; undefined when it is expired, or was issued for another list. */
function readToken(token: string, list: string, { epoch }: Paging): number | undefined {
  const [, of, at, from] = /^~(\d+)!(\d+)!(.*)$/.exec(token) ?? [];
  return Number(of) === epoch && at !== undefined && from === list ? Number(at) : undefined;
}

const writeToken = (at: number, list: string, { epoch }: Paging) => `~${epoch}!${at}!${list}`;

function pageOf<Entry>(request: StubRequest, all: readonly Entry[], paging: Paging, list = '') {
  const asked = Number(request.query.get('pageSize') ?? 100);
  if (asked < 1 || asked > 1_000) return refuse(400, 'invalidParameter', 'Invalid value', 'pageSize');
  const token = request.query.get('pageToken');
  const from = token === null ? 0 : readToken(token, list, paging);
  if (from === undefined) return staleToken();
  const to = from + Math.min(asked, paging.pageSize);
  const next = to < all.length ? { nextPageToken: writeToken(paging.repeats ? from : to, list, paging) } : {};
  return { entries: all.slice(from, to), next };
}

export const seesDrives = ({ query }: StubRequest) =>
  query.get('supportsAllDrives') === 'true' && query.get('includeItemsFromAllDrives') === 'true';

export const noSupport = refuse(
  403,
  'teamDrivesParentLimit',
  'Shared drives are not supported by this request.',
);

const masked = (
  request: StubRequest,
  answer: object,
  { usual, known }: { usual: string; known: keyof typeof knownFields },
): StubResponse => maskFields(answer, request.query.get('fields') ?? usual, knownFields[known]);

/** Responds to `files.list`: trashed files are included unless the query excludes them; pages may be empty before the end. */
export function listFiles(request: StubRequest, store: DriveStore, paging: Paging): StubResponse {
  const { query } = request;
  const test = readQuery(query.get('q') ?? 'trashed=false');
  if (!test) return refuse(400, 'invalid', 'Invalid Value', 'q');
  const corpora = query.get('corpora') ?? 'user';
  if (!['user', 'drive'].includes(corpora)) return refuse(400, 'invalid', 'Invalid Value', 'corpora');
  const drive = corpora === 'drive' ? query.get('driveId') : undefined;
  if (drive === null) return refuse(400, 'invalidParameter', 'driveId is required', 'corpora');
  if (drive !== undefined && !seesDrives(request)) return noSupport;
  if (drive !== undefined && !store.driveLogs.has(drive)) return noDrive(request);
  const place = [...store.files.values()].filter(
    (file) =>
      file.driveId === (drive ?? undefined) &&
      file.id !== drive &&
      (!file.driveId || seesDrives(request)) &&
      (!file.isOthers || query.get('q')?.includes(' in parents')),
  );
  // A token is of one query.
  const page = pageOf(request, place, paging, [corpora, drive, query.get('q')].join());
  if (!('entries' in page)) return page;
  const files = page.entries.filter(test).map(({ id }) => store.resource(id));
  const answer = {
    kind: 'drive#fileList',
    files,
    incompleteSearch: store.cutsSearches.has(corpora),
    ...page.next,
  };
  const usual = 'kind,nextPageToken,incompleteSearch,files(kind,id,name,mimeType)';
  return masked(request, answer, { usual, known: 'files' });
}

/** Responds to `drives.list`. */
export function listDrives(request: StubRequest, store: DriveStore, paging: Paging): StubResponse {
  if (Number(request.query.get('pageSize') ?? 10) > 100)
    return refuse(400, 'invalidParameter', 'Invalid value', 'pageSize');
  const page = pageOf(request, store.drives, paging);
  if (!('entries' in page)) return page;
  const drives = page.entries.map((id) => ({ kind: 'drive#drive', id, name: `Drive ${id}` }));
  return masked(request, { kind: 'drive#driveList', drives, ...page.next }, { usual: '*', known: 'drives' });
}

/** Returns the change log that a request names, the user's or a shared drive's; undefined for a drive that is not shared with the account. */
function logOf({ query }: StubRequest, store: DriveStore) {
  const drive = query.get('driveId');
  return drive === null ? store.log : store.driveLogs.get(drive);
}

const listOf = ({ query }: StubRequest) => query.get('driveId') ?? 'user';

const noDrive = ({ query }: StubRequest): StubResponse =>
  refuse(404, 'notFound', `Shared drive not found: ${query.get('driveId')}`, 'driveId');

/** Whether a token was issued for the log that a request names. */
export const isPageToken = (token: string, request: StubRequest, paging: Paging): boolean =>
  readToken(token, listOf(request), paging) !== undefined;

/** Responds to `changes.getStartPageToken` for the user's log or a shared drive's. */
export function startPageToken(request: StubRequest, store: DriveStore, paging: Paging): StubResponse {
  const log = logOf(request, store);
  if (!log) return noDrive(request);
  if (log !== store.log && request.query.get('supportsAllDrives') !== 'true') return noSupport;
  return {
    body: {
      kind: 'drive#startPageToken',
      startPageToken: writeToken(log.length, listOf(request), paging),
    },
  };
}

/**
 * Responds to `changes.list`: each file once, in its current state; removed files have no name. The user's log omits files of shared
 * drives, whatever the request includes: https://developers.google.com/workspace/drive/api/guides/about-changes
 */
export function listChanges(request: StubRequest, store: DriveStore, paging: Paging): StubResponse {
  if (!request.query.has('pageToken'))
    return refuse(400, 'required', 'Required parameter: pageToken', 'pageToken');
  const log = logOf(request, store);
  if (!log) return noDrive(request);
  if (log !== store.log && !seesDrives(request)) return noSupport;
  const page = pageOf(request, log, paging, listOf(request));
  if (!('entries' in page)) return page;
  const changes = page.entries.map((change) => {
    const file = change.fileId && store.resource(change.fileId);
    return {
      kind: 'drive#change',
      ...change,
      removed: change.fileId === undefined ? change.removed : !file,
      ...(file && { file }),
    };
  });
  const isListed = ({ removed }: { readonly removed: boolean }) =>
    !removed || request.query.get('includeRemoved') !== 'false';
  const end =
    'nextPageToken' in page.next
      ? page.next
      : { newStartPageToken: writeToken(log.length, listOf(request), paging) };
  return masked(
    request,
    { kind: 'drive#changeList', changes: changes.filter(isListed), ...end },
    { usual: '*', known: 'changes' },
  );
}
