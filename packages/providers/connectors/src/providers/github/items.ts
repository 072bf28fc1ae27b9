import { createHash } from 'node:crypto';
import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { Issue, Release, Repository, TreeEntry } from './replies.ts';

export type ItemKind = 'files' | 'issues' | 'releases';

/** The number of a repository lasts through renames and other owners; its name does not. */
export const idOf = (repo: Repository, kind: ItemKind, part: string | number): string =>
  `${repo.id}/${kind}/${part}`;

/** Parses an external id; undefined for one that no item has. */
export function readId(
  externalId: string,
): { readonly repository: string; readonly kind: ItemKind; readonly part: string } | undefined {
  const [, repository = '', kind, part = ''] =
    /^(\d+)\/(files|issues|releases)\/(.+)$/s.exec(externalId) ?? [];
  return kind === undefined ? undefined : { repository, kind: kind as ItemKind, part };
}

export const fullName = ({ owner, name }: Repository): string => `${owner.login}/${name}`;

/** More than this GitHub does not hand out of a file. */
const maxBytes = 100 * 1024 * 1024;
const symlink = '120000';

/** Returns the reason why an entry of a tree cannot be read; undefined when it can. */
function reasonToSkip({ type, mode, size }: TreeEntry): string | undefined {
  if (type === 'commit') return 'It is a submodule: connect its own repository to have it read';
  if (mode === symlink) return 'It is a symbolic link: the file that it names is read where it lies';
  if (type !== 'blob') return `Git calls it a ${type}, which has no content`;
  return (size ?? 0) > maxBytes ? 'It is larger than 100 MB, which GitHub does not hand out' : undefined;
}

const pathUrl = (path: string) => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Sorts a tree's entry: a file to ingest, or an entry that is skipped with its reason. */
export function sortEntry(
  repo: Repository,
  entry: TreeEntry,
  path: string,
): { readonly item?: ConnectorItem; readonly skipped?: SkippedItem } {
  const externalId = idOf(repo, 'files', path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const reason = reasonToSkip(entry);
  if (reason !== undefined) return { skipped: { externalId, name, reason } };
  const item: ConnectorItem = {
    externalId,
    name,
    path: `${fullName(repo)}/${path}`,
    url: `${repo.html_url}/blob/${pathUrl(repo.default_branch)}/${pathUrl(path)}`,
    mimeType: null,
    sizeBytes: entry.size ?? null,
    // A tree has no times: those of commits would be a request for each file.
    modifiedAt: null,
    versionKey: entry.sha,
    kind: 'file',
  };
  return { item };
}

/** Milliseconds during which an item may change again with an equal time, because times are in seconds. */
const unsettledMs = 5_000;

/** PostgreSQL cannot store the character NUL. */
const storable = (text: string) => text.replaceAll('\0', '');

export function issueItem(repo: Repository, issue: Issue, now: number): ConnectorItem {
  const { number, title, updated_at, comments, html_url } = issue;
  const isSettled = now - Date.parse(updated_at) > unsettledMs;
  return {
    externalId: idOf(repo, 'issues', number),
    name: storable(`#${number} ${title}`),
    path: `${fullName(repo)}/issues/${number}`,
    url: html_url,
    mimeType: 'text/markdown',
    sizeBytes: null,
    modifiedAt: updated_at,
    // A comment that is deleted does not change the time.
    versionKey: [updated_at, comments, ...(isSettled ? [] : [now])].join(' '),
    kind: 'page',
  };
}

export const releaseTitle = ({ name, tag_name }: Release): string => storable(name || tag_name);

export function releaseItem(repo: Repository, release: Release): ConnectorItem {
  const { id, html_url, published_at, updated_at, created_at } = release;
  const modifiedAt = updated_at ?? published_at ?? created_at;
  return {
    externalId: idOf(repo, 'releases', id),
    name: releaseTitle(release),
    path: `${fullName(repo)}/releases/${id}`,
    url: html_url,
    mimeType: 'text/markdown',
    sizeBytes: null,
    modifiedAt,
    versionKey: releaseVersion(release),
    kind: 'page',
  };
}

/** Servers of GitHub Enterprise do not say when notes were edited: the notes themselves are a part of the version. */
export function releaseVersion({ name, body, updated_at, published_at }: Release): string {
  return createHash('sha256')
    .update(JSON.stringify([name, body, updated_at, published_at]))
    .digest('base64url');
}
