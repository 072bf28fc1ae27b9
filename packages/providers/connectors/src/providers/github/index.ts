import { AppError } from '@docfleet/errors';
import { defineConnector } from '../../define-connector.ts';
import {
  type Choice,
  type Connector,
  type ConnectorContext,
  type FetchedItem,
  type ItemVersion,
  noFeeds,
} from '../../provider.ts';
import { type GithubApi, openGithubApi } from './api.ts';
import { fetchFile, fetchIssue, fetchRelease } from './documents.ts';
import { findItem } from './find.ts';
import { fullName, readId } from './items.ts';
import { listRepositories } from './list.ts';
import { githubPush } from './push.ts';
import type { Repository } from './replies.ts';
import { githubSetup } from './setup.ts';
import { githubSignIns } from './sign-in.ts';

const perPage = 100;
const maxKnown = 1_000;

async function* chooseRepositories(api: GithubApi): AsyncGenerator<Choice> {
  for (let page: number | undefined = 1; page !== undefined; ) {
    const { entries, next } = await api.repositories(page, perPage);
    for (const repo of entries)
      yield { externalId: fullName(repo), name: fullName(repo), url: repo.html_url };
    if (next !== undefined && next <= page)
      throw new AppError('LISTING_ENDLESS', 'GitHub repeats its repositories instead of coming to an end');
    page = next;
  }
}

/** Remembers the names of repositories by their numbers, so that not every file costs a request for them. */
function createNames() {
  const known = new Map<string, Repository>();
  return async (api: GithubApi, id: string): Promise<Repository> => {
    const repo = known.get(id) ?? (await api.repository(id));
    if (known.size >= maxKnown) known.clear();
    known.set(id, repo);
    return repo;
  };
}

/** Opens the connector of repositories: files of the default branch, issues, pull requests and releases: https://docs.github.com/rest */
export function openGithub(context: ConnectorContext): Connector {
  const open = openGithubApi(context);
  const nameOf = createNames();
  async function fetchItem(item: ItemVersion, signal: AbortSignal): Promise<FetchedItem> {
    const id = readId(item.externalId);
    if (!id) throw new AppError('ITEM_NOT_FOUND', 'GitHub has no item of such an id');
    const api = open(signal);
    const repo = await nameOf(api, id.repository);
    if (id.kind === 'files') return fetchFile(api, repo, { ...item, path: id.part });
    const number = Number(id.part);
    return id.kind === 'issues'
      ? fetchIssue(api, repo, { ...item, number })
      : fetchRelease(api, repo, number);
  }
  return {
    list: (cursor, selection, signal, feeds = noFeeds) =>
      listRepositories({ api: open(signal), selection, feeds, now: Date.now() }, cursor),
    find: (externalId, signal, covered) => findItem(open(signal), externalId, covered?.selection),
    fetch: fetchItem,
    choices: (signal) => chooseRepositories(open(signal)),
    whoAmI: (signal) => open(signal).account(),
  };
}

export const github = defineConnector({
  name: 'GITHUB',
  label: 'GitHub',
  open: openGithub,
  setup: githubSetup,
  signIns: githubSignIns,
  push: githubPush,
});
