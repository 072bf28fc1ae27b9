import { AppError } from '@docfleet/errors';
import { parseJson, readBody, unreadable } from '@docfleet/provider';
import { z } from 'zod';
import type { Answer } from '../../exchange.ts';
import type { ConnectorContext } from '../../provider.ts';
import { accept, createVendorClient, type VendorClient } from '../../vendor-client.ts';
import {
  type Comparison,
  comparison,
  githubVendor,
  hook,
  type Issue,
  installed,
  issue,
  issues,
  type Release,
  type Remark,
  type Repository,
  reference,
  release,
  releases,
  remarks,
  repositories,
  repository,
  type Tree,
  tree,
  user,
} from './replies.ts';
import { accessOf } from './sign-in.ts';

/** One page of a list. */
interface Listed<Entry> {
  readonly entries: readonly Entry[];
  /** The page after it, as GitHub links it; undefined after the last one. */
  readonly next: number | undefined;
}

/** Lists of remarks: of an issue or pull request, and of a pull request alone. */
export type RemarkList = 'comments' | 'reviews' | 'lines';

export interface GithubApi {
  /** A repository by `owner/name` or its number. */
  repository(key: string): Promise<Repository>;
  /** A page of the repositories that the connection reaches, oldest first. */
  repositories(page: number, size: number): Promise<Listed<Repository>>;
  /** The commit at the end of the default branch; null in a repository without commits. */
  head(repo: Repository): Promise<string | null>;
  tree(repo: Repository, sha: string, isRecursive: boolean): Promise<Tree>;
  /** Files that differ between two commits, of which GitHub names 300. */
  compare(repo: Repository, base: string, head: string): Promise<Comparison>;
  blob(repo: Repository, sha: string): Promise<Answer>;
  /** Asks for a path in a commit by itself; ITEM_NOT_FOUND where nothing lies there. */
  path(repo: Repository, sha: string, path: string): Promise<unknown>;
  /** Issues and pull requests in the order of their last change, since a time. */
  issues(repo: Repository, since: string | null, page: number): Promise<Listed<Issue>>;
  issue(repo: Repository, number: number): Promise<Issue>;
  remarks(repo: Repository, list: RemarkList, number: number, page: number): Promise<Listed<Remark>>;
  releases(repo: Repository, page: number): Promise<Listed<Release>>;
  release(repo: Repository, id: number): Promise<Release>;
  account(): Promise<{ readonly accountId: string; readonly name: string }>;
  /** Creates a webhook; returns its address at the API, with which it is removed. */
  createHook(repo: Repository, order: { readonly address: string; readonly secret: string }): Promise<string>;
  removeHook(address: string): Promise<void>;
}

const json = 'application/vnd.github+json';
/** Trees come with up to 7 MB, comparisons with the changed lines. */
const maxBytes = 32 * 1024 * 1024;
const perPage = 100;
const conflict = 409;

const enc = (text: string) => encodeURIComponent(text.toWellFormed());
const pathOf = ({ owner, name }: Repository) => `/repos/${enc(owner.login)}/${enc(name)}`;

/** The number of the page that the header Link names; undefined without one. */
function nextPage(headers: Headers, page: number): number | undefined {
  const link = /<([^<>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  if (link === undefined || !URL.canParse(link)) return undefined;
  // Some lists go on with a cursor in place of a number.
  return Number(new URL(link).searchParams.get('page') ?? page + 1);
}

const remarkPaths: Readonly<Record<RemarkList, (number: number) => string>> = {
  comments: (number) => `/issues/${number}/comments`,
  reviews: (number) => `/pulls/${number}/reviews`,
  lines: (number) => `/pulls/${number}/comments`,
};

/** Events after which something that is read may be another. */
const events = [
  ...['push', 'repository', 'release', 'issues', 'issue_comment', 'pull_request'],
  ...['pull_request_review', 'pull_request_review_comment'],
];

/** Makes the requests of one connection, for as long as a signal allows. */
function createRequests(client: VendorClient, base: string, signal: AbortSignal) {
  async function ask(path: string) {
    const { headers, body } = await client.download(`${base}${path}`, { headers: { accept: json } }, signal);
    const text = (await readBody(body, maxBytes, () => unreadable(githubVendor.name))).toString();
    return { headers, answer: parseJson(text) };
  }
  async function list<Schema extends z.ZodType>(path: string, page: number, reply: Schema, size = perPage) {
    const sign = path.includes('?') ? '&' : '?';
    const { headers, answer } = await ask(`${path}${sign}per_page=${size}&page=${page}`);
    return { answer: accept(answer, reply, githubVendor.name), next: nextPage(headers, page) };
  }
  return {
    read: async <Schema extends z.ZodType>(path: string, reply: Schema) =>
      accept((await ask(path)).answer, reply, githubVendor.name),
    list,
    async entries<Entry>(path: string, page: number, reply: z.ZodType<Entry[]>): Promise<Listed<Entry>> {
      const { answer, next } = await list(path, page, reply);
      return { entries: answer, next };
    },
    raw: (path: string) =>
      client.download(`${base}${path}`, { headers: { accept: 'application/vnd.github.raw+json' } }, signal),
  };
}
type Requests = ReturnType<typeof createRequests>;

const isEmpty = (error: unknown) =>
  error instanceof AppError &&
  error.details['status'] === conflict &&
  /is empty/.test(error.details.reason ?? '');

const gitCalls = ({
  read,
  raw,
}: Requests): Pick<GithubApi, 'head' | 'tree' | 'compare' | 'blob' | 'path'> => ({
  async head(repo) {
    const branch = repo.default_branch.split('/').map(enc).join('/');
    try {
      return (await read(`${pathOf(repo)}/git/ref/heads/${branch}`, reference)).object.sha;
    } catch (error) {
      if (isEmpty(error)) return null;
      throw error;
    }
  },
  tree: (repo, sha, isRecursive) =>
    read(`${pathOf(repo)}/git/trees/${enc(sha)}${isRecursive ? '?recursive=1' : ''}`, tree),
  compare: (repo, from, to) =>
    read(`${pathOf(repo)}/compare/${enc(from)}...${enc(to)}?per_page=1`, comparison),
  blob: (repo, sha) => raw(`${pathOf(repo)}/git/blobs/${enc(sha)}`),
  path: (repo, sha, path) =>
    read(`${pathOf(repo)}/contents/${path.split('/').map(enc).join('/')}?ref=${enc(sha)}`, z.unknown()),
});

const talkCalls = ({
  read,
  entries,
}: Requests): Pick<GithubApi, 'issues' | 'issue' | 'remarks' | 'releases' | 'release'> => ({
  issues(repo, since, page) {
    const from = since === null ? '' : `&since=${enc(since)}`;
    return entries(`${pathOf(repo)}/issues?state=all&sort=updated&direction=asc${from}`, page, issues);
  },
  issue: (repo, number) => read(`${pathOf(repo)}/issues/${number}`, issue),
  remarks: (repo, kind, number, page) =>
    entries(`${pathOf(repo)}${remarkPaths[kind](number)}`, page, remarks),
  releases: (repo, page) => entries(`${pathOf(repo)}/releases`, page, releases),
  release: (repo, id) => read(`${pathOf(repo)}/releases/${id}`, release),
});

const accountCalls = (
  { read, list }: Requests,
  isApp: boolean,
): Pick<GithubApi, 'repository' | 'repositories' | 'account'> => ({
  repository: (key) =>
    read(
      /^\d+$/.test(key) ? `/repositories/${key}` : `/repos/${key.split('/').map(enc).join('/')}`,
      repository,
    ),
  async repositories(page, size) {
    if (!isApp) {
      const path = '/user/repos?sort=created&direction=asc';
      const { answer, next } = await list(path, page, repositories, size);
      return { entries: answer, next };
    }
    const { answer, next } = await list('/installation/repositories', page, installed, size);
    return { entries: answer.repositories, next };
  },
  async account() {
    if (!isApp) {
      const { id, login } = await read('/user', user);
      return { accountId: String(id), name: login };
    }
    // A token of an installation has no user: the owner of its repositories stands for it.
    const { answer } = await list('/installation/repositories', 1, installed, 1);
    const owner = answer.repositories[0]?.owner.login ?? 'no repository yet';
    return { accountId: `installation:${owner}`, name: owner };
  },
});

/** Opens the REST API for one connection. */
export function openGithubApi(context: ConnectorContext): (signal: AbortSignal) => GithubApi {
  const client = createVendorClient(githubVendor, context);
  const { base, isApp } = accessOf(context.settings, context.endpoints);
  return (signal) => {
    const requests = createRequests(client, base, signal);
    return {
      ...accountCalls(requests, isApp),
      ...gitCalls(requests),
      ...talkCalls(requests),
      async createHook(repo, { address, secret }) {
        const url = `${base}${pathOf(repo)}/hooks`;
        const config = { url: address, content_type: 'json', insecure_ssl: '0', secret };
        const init = {
          method: 'POST',
          headers: { accept: json, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'web', active: true, events, config }),
        };
        return `${url}/${(await client.json(url, init, hook, signal)).id}`;
      },
      async removeHook(address) {
        const init = { method: 'DELETE', headers: { accept: json } };
        await client.sdkFetch(signal)(address, init);
      },
    };
  };
}
