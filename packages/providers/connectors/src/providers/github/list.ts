import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, readSelectionCursor, writeCursor, writeSelectionCursor } from '../../cursor.ts';
import type { ConnectorItem, Feeds, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import type { GithubApi } from './api.ts';
import { fullName, idOf, issueItem, releaseItem } from './items.ts';
import { type Repository, repository } from './replies.ts';
import { folderAfter, readChanged, readFiles } from './trees.ts';

/** State of a repository after a completed sync: the commit that was read, and the last change of an issue. */
const feed = z.strictObject({ head: z.string().nullable(), since: z.string().nullable() });
type RepositoryFeed = z.output<typeof feed>;

/** A repository that is being read. */
const opened = z.strictObject({
  repo: repository,
  isLast: z.boolean(),
  part: z.enum(['files', 'issues', 'releases']),
  head: z.string().nullable(),
  /** True: files were refused, and it is as if their commit had not been read. */
  isPartial: z.boolean().default(false),
  place: z.strictObject({ path: z.string(), offset: z.number() }),
  /** Issues from this time on, and which page of them; `lastIssue` ended the page before. */
  since: z.string().nullable(),
  page: z.number(),
  lastIssue: z.number().nullable(),
  newest: z.string().nullable(),
});
type Opened = z.output<typeof opened>;

const position = z.strictObject({
  isWhole: z.boolean(),
  /** Number of the repository in the selection, or among all. */
  at: z.number(),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
  opened: opened.nullable(),
});
type Position = z.output<typeof position>;

export interface Reading {
  readonly api: GithubApi;
  readonly selection: readonly string[] | undefined;
  readonly feeds: Feeds;
  readonly now: number;
}

interface Step {
  readonly items?: readonly ConnectorItem[];
  readonly deleted?: readonly string[];
  readonly skipped?: readonly SkippedItem[];
  readonly feeds?: Readonly<Record<string, string>>;
  /** Undefined at the end. */
  readonly next: Position | undefined;
  readonly isCut: boolean;
  readonly isRestart?: boolean;
}

const begin = (isWhole: boolean): Position => ({ isWhole, at: 0, isCut: false, opened: null });
const listAgain: Step = { next: begin(true), isCut: false, isRestart: true };

/** Issues of the last minute are looked at again: a list may lag behind. */
const overlapMs = 60_000;
const withOverlap = (since: string) =>
  new Date(Date.parse(since) - overlapMs).toISOString().replace(/\.\d+Z$/, 'Z');

/** Reads a part of a repository. A part that is refused or not found is reported, and its earlier documents stay. */
async function readOf<Result>(id: string, reading: Promise<Result>) {
  const { read, refused } = await readPart({ id }, reading);
  const skipped = refused ?? {
    ...missingPart({ id }),
    externalId: `part:${id}`,
    reason: notFound,
    isRefused: true as const,
  };
  return read === undefined ? { skipped } : { read: read as Result };
}

const notFound = 'GitHub does not show it to this connection at the moment: what was read of it before stays';

const part = (id: string, reason: string): SkippedItem => ({
  externalId: `part:${id}`,
  name: id,
  reason,
  isRefused: true,
});

const after = (from: Position, isLast: boolean, isCut: boolean): Position | undefined =>
  isLast ? undefined : { ...from, at: from.at + 1, isCut, opened: null };

/** The repository at a number; undefined behind the last one. */
async function findRepository({ api, selection }: Reading, at: number) {
  if (!selection) {
    const { entries, next } = await api.repositories(at + 1, 1);
    return { repo: entries[0], isLast: next === undefined, skipped: undefined };
  }
  const key = selection[at];
  const isLast = at + 1 >= selection.length;
  if (key === undefined) return { repo: undefined, isLast, skipped: undefined };
  const { read, refused } = await readPart({ id: key }, api.repository(key));
  const skipped = read ? undefined : (refused ?? missingPart({ id: key }));
  return { repo: read, isLast, skipped };
}

/** Returns the commit to read. A repository that has no commit now, but had one, keeps its documents. */
async function readHead({ api }: Reading, repo: Repository, known: string | null) {
  const id = fullName(repo);
  const { read, skipped } = await readOf(
    id,
    api.head(repo).then((head) => ({ head })),
  );
  if (!read) return { head: known, skipped };
  if (read.head === null && known !== null)
    return { head: known, skipped: part(id, 'It has no commits any more: what was read of it before stays') };
  return { head: read.head, skipped: undefined };
}

/** Opens the next repository: of a listing of changes it reads those of the files at once. */
async function openNext(reading: Reading, from: Position): Promise<Step> {
  const { repo, isLast, skipped } = await findRepository(reading, from.at);
  if (!repo) {
    const isCut = from.isCut || skipped !== undefined;
    return { next: after(from, isLast, isCut), isCut, skipped: skipped ? [skipped] : [] };
  }
  const stored = await reading.feeds.find(String(repo.id));
  const known = stored === undefined ? undefined : readCursor(stored, feed);
  if (!from.isWhole && !known) return listAgain;
  const { head, skipped: refused } = await readHead(reading, repo, known?.head ?? null);
  const open: Opened = {
    repo,
    isLast,
    part: refused || head === null || !from.isWhole ? 'issues' : 'files',
    head,
    isPartial: false,
    place: { path: '', offset: 0 },
    since: !from.isWhole && known?.since ? withOverlap(known.since) : null,
    page: 1,
    lastIssue: null,
    newest: from.isWhole ? null : (known?.since ?? null),
  };
  const isCut = from.isCut || refused !== undefined;
  const next = { ...from, isCut, opened: open };
  if (refused || from.isWhole || head === known?.head)
    return { next, isCut, skipped: refused ? [refused] : [] };
  return openChanged(reading, next, known ?? { head: null, since: null });
}

async function openChanged({ api }: Reading, next: Position, known: RepositoryFeed): Promise<Step> {
  const { repo, head: sha } = next.opened as Opened;
  if (known.head === null || sha === null) return listAgain;
  const { read: changed } = await readPart(
    { id: fullName(repo) },
    readChanged({ api, repo, sha }, known.head),
  );
  // Also where the commit that was read last is gone: its branch was rewritten.
  if (!changed) return listAgain;
  const { items, skipped, gone } = changed;
  const deleted = gone.map((path) => idOf(repo, 'files', path));
  return { next, isCut: next.isCut, items, skipped, deleted };
}

async function readFilesOf({ api }: Reading, from: Position, open: Opened): Promise<Step> {
  const { repo, head: sha, place } = open;
  const commit = { api, repo, sha: sha ?? '' };
  const id = place.path === '' ? `${fullName(repo)} files` : `${fullName(repo)}/${place.path}`;
  const { read, skipped: refused } = await readOf(id, readFiles(commit, place));
  const isCut = from.isCut || !read || read.isCut;
  // A folder that is refused takes those after it along no more than a repository does.
  const { read: next } = read ? { read: read.next } : await readPart({ id }, folderAfter(commit, place.path));
  const cut = read?.isCut ? [part(id, 'A folder has more entries than GitHub names')] : [];
  const following: Opened = next ? { ...open, place: next } : { ...open, part: 'issues' };
  const isPartial = open.isPartial || !read;
  return {
    next: { ...from, isCut, opened: { ...following, isPartial } },
    isCut,
    items: read?.items ?? [],
    skipped: [...(read?.skipped ?? []), ...cut, ...(refused ? [refused] : [])],
  };
}

/** The page after a page of issues: from the last change on that was seen, so that a change in the meantime shifts nothing. */
function issuesAfter(open: Opened, last: { readonly number: number; readonly updated_at: string }): Opened {
  const { since, page, lastIssue } = open;
  if (last.updated_at !== since) return { ...open, since: last.updated_at, page: 1, lastIssue: null };
  if (last.number === lastIssue)
    throw new AppError('LISTING_ENDLESS', 'GitHub repeats its issues instead of coming to an end');
  return { ...open, page: page + 1, lastIssue: last.number };
}

async function readIssues({ api, now }: Reading, from: Position, open: Opened): Promise<Step> {
  const { repo, since, page } = open;
  const id = `${fullName(repo)} issues`;
  const closed: Opened = { ...open, part: 'releases', page: 1 };
  const leave = (skipped: SkippedItem): Step => ({
    next: { ...from, isCut: true, opened: closed },
    isCut: true,
    skipped: [skipped],
  });
  if (!repo.has_issues)
    return leave(
      part(
        id,
        'Issues are turned off: neither they nor pull requests are listed, and what was read before stays',
      ),
    );
  const { read, skipped } = await readOf(id, api.issues(repo, since, page));
  if (!read) return leave(skipped);
  const last = read.entries.at(-1);
  const newest = last?.updated_at ?? open.newest;
  const next =
    read.next !== undefined && last ? issuesAfter({ ...open, newest }, last) : { ...closed, newest };
  const items = read.entries.map((issue) => issueItem(repo, issue, now));
  return { next: { ...from, opened: next }, isCut: from.isCut, items };
}

async function readReleases({ api }: Reading, from: Position, open: Opened): Promise<Step> {
  const { repo, page, head, isPartial, newest, isLast } = open;
  const { read, skipped } = await readOf(`${fullName(repo)} releases`, api.releases(repo, page));
  const isCut = from.isCut || !read;
  const items = (read?.entries ?? []).filter(({ draft }) => !draft).map((one) => releaseItem(repo, one));
  const step = { items, isCut, skipped: skipped ? [skipped] : [] };
  if (read?.next !== undefined) return { ...step, next: { ...from, opened: { ...open, page: read.next } } };
  const known: RepositoryFeed = { head: isPartial ? null : head, since: newest };
  return { ...step, next: after(from, isLast, isCut), feeds: { [repo.id]: writeCursor(known) } };
}

const readers = { files: readFilesOf, issues: readIssues, releases: readReleases };

/** Returns one page of a listing: repository by repository, its files, its issues with pull requests, and its releases. */
export async function listRepositories(reading: Reading, cursor: string | undefined): Promise<ListPage> {
  const { selection } = reading;
  const from = cursor === undefined ? begin(true) : readSelectionCursor(cursor, position, selection);
  const step = from.opened
    ? await readers[from.opened.part](reading, from, from.opened)
    : await openNext(reading, from);
  const { items = [], deleted = [], skipped = [], feeds, next, isCut, isRestart = false } = step;
  // Pages of all repositories shift when one of them goes.
  const proof = isCut || !selection ? 'NONE' : 'STATED';
  return {
    items,
    deleted,
    skipped,
    ...(feeds && { feeds }),
    ...(isRestart && { isRestart }),
    nextCursor: next && writeSelectionCursor(next, selection),
    syncCursor: next ? undefined : writeSelectionCursor(begin(false), selection),
    proof: next || !from.isWhole ? undefined : proof,
  };
}
