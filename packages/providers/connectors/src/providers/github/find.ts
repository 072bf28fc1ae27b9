import { AppError } from '@docfleet/errors';
import { leavingOutDamaged } from '../../damaged-entries.ts';
import type { ConnectorItem } from '../../provider.ts';
import type { GithubApi } from './api.ts';
import { fullName, issueItem, readId, releaseItem, sortEntry } from './items.ts';
import type { Repository } from './replies.ts';
import { entryAt } from './trees.ts';

const isMissing = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

const notShown = (cause?: unknown) =>
  new AppError('ITEM_FORBIDDEN', 'GitHub does not show whether the item is there', { cause });

/** Reads an object that must be visible before absence within it counts: GitHub reports hidden objects as missing. */
async function shown<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw isMissing(error) ? notShown(error) : error;
  }
}

/** Tests whether a repository is selected; ITEM_FORBIDDEN where a selected name is that of none: it may be its earlier name. */
async function isSelected(api: GithubApi, repo: Repository, selection: readonly string[]): Promise<boolean> {
  const names = [String(repo.id), fullName(repo).toLowerCase()];
  if (selection.some((one) => names.includes(one.toLowerCase()))) return true;
  for (const name of selection.filter((one) => one.includes('/')))
    if ((await shown(api.repository(name))).id === repo.id) return true;
  return false;
}

async function findFile(api: GithubApi, repo: Repository, path: string): Promise<ConnectorItem | undefined> {
  const sha = await shown(api.head(repo));
  if (sha === null) throw notShown();
  const entry = await shown(leavingOutDamaged(() => entryAt({ api, repo, sha }, path)));
  if (entry) return sortEntry(repo, entry, path).item;
  // A tree that came short without saying so has led here: that something is gone takes a second answer.
  if (await isAt(api.path(repo, sha, path))) throw notShown();
  return undefined;
}

async function isAt(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const gone = 410;

/** An issue; undefined where GitHub says that it was deleted, which it also says of all while issues are turned off. */
async function findIssue(
  api: GithubApi,
  repo: Repository,
  number: number,
): Promise<ConnectorItem | undefined> {
  try {
    return issueItem(repo, await api.issue(repo, number), Date.now());
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (error.details['status'] === gone && repo.has_issues) return undefined;
    throw notShown(error);
  }
}

async function findRelease(api: GithubApi, repo: Repository, id: number): Promise<ConnectorItem | undefined> {
  try {
    const found = await api.release(repo, id);
    return found.draft ? undefined : releaseItem(repo, found);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await shown(api.releases(repo, 1));
    return undefined;
  }
}

/** An item as it is; undefined only when GitHub says that it is gone, in a repository that it shows, or the selection leaves it out. */
export async function findItem(
  api: GithubApi,
  externalId: string,
  selection: readonly string[] | undefined,
): Promise<ConnectorItem | undefined> {
  const id = readId(externalId);
  if (!id) return undefined;
  const repo = await shown(api.repository(id.repository));
  if (selection && !(await isSelected(api, repo, selection))) return undefined;
  if (id.kind === 'files') return findFile(api, repo, id.part);
  return id.kind === 'issues'
    ? findIssue(api, repo, Number(id.part))
    : findRelease(api, repo, Number(id.part));
}
