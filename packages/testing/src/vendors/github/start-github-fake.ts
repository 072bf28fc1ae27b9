import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import type { VendorPush } from '../vendor-push.ts';
import { createGitHistory } from './git-history.ts';
import {
  accountAnswer,
  commentAnswer,
  compareAnswer,
  type IssueFacts,
  issueAnswer,
  type ReleaseFacts,
  type RepositoryFacts,
  releaseAnswer,
  remarkAnswer,
  repositoryAnswer,
} from './github-answers.ts';
import { createHooks } from './hooks.ts';
import type { GithubRepository } from './repository.ts';

export interface GithubFake extends DriveFake {
  readonly push: VendorPush;
  /** The repository that paths lie in. */
  readonly repository: GithubRepository;
  addRepository(name: string): GithubRepository;
  putIssue(number: number, facts?: Partial<Omit<IssueFacts, 'number'>>): string;
  putRelease(id: number, facts?: Partial<Omit<ReleaseFacts, 'id'>>): string;
  /** Entries of a tree with all below it after which GitHub cuts it off. */
  maxEntries: number;
  mayCreateHooks: boolean;
}

const refusals: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  403: 'Resource not accessible by personal access token',
  404: 'Not Found',
  410: 'This issue was deleted',
};
const refuse = (status: number, message = refusals[status] ?? `Refused with ${status}`): StubResponse => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
});

interface Account {
  readonly repositories: GithubRepository[];
  readonly pageSize: number;
  readonly repeats: () => boolean;
  readonly maxEntries: () => number;
}

/** One page of a list, with the link to the one after it. */
function page({ query, path }: StubRequest, all: readonly unknown[], account: Account): StubResponse {
  const number = Number(query.get('page') ?? 1);
  const size = Math.min(Number(query.get('per_page') ?? 30), account.pageSize);
  const isRepeated = account.repeats() && path.endsWith('/releases');
  const isMore = isRepeated || number * size < all.length;
  const next = new URLSearchParams(query);
  next.set('page', String(isRepeated ? number : number + 1));
  const headers = { link: `<https://api.github.com${path}?${next}>; rel="next"` };
  return { body: all.slice((number - 1) * size, number * size), ...(isMore && { headers }) };
}

const fullNameOf = ({ owner, name }: RepositoryFacts) => `${owner}/${name}`;

function answerTree(repo: GithubRepository, sha: string, { query }: StubRequest, most: number): StubResponse {
  const isRecursive = query.has('recursive');
  const entries = repo.git.tree(sha, isRecursive);
  if (!entries) return refuse(404);
  const isTruncated = isRecursive && entries.length > most;
  return {
    body: { sha, truncated: isTruncated, tree: entries.slice(0, isTruncated ? most : entries.length) },
  };
}

/** Answers with the file at a path, without the addresses that come with it. */
function answerContents({ git }: GithubRepository, path: string, { query }: StubRequest): StubResponse {
  const entries = git.tree(query.get('ref') ?? '', true) ?? [];
  const found = entries.find((entry) => entry.path === path);
  return found ? { body: { type: 'file', path, sha: found.sha } } : refuse(404);
}

function answerGit(repo: GithubRepository, rest: string, request: StubRequest, most: number) {
  const { git } = repo;
  const [, kind, name = ''] = /^(git\/ref|git\/trees|git\/blobs|contents|compare)\/(.+)$/.exec(rest) ?? [];
  if (kind === undefined) return undefined;
  if (git.head === null) return refuse(409, 'Git Repository is empty.');
  const url = 'https://api.github.com/git';
  if (kind === 'git/ref')
    return name === 'heads/main'
      ? {
          body: { ref: 'refs/heads/main', node_id: 'R', url, object: { type: 'commit', sha: git.head, url } },
        }
      : refuse(404);
  if (kind === 'contents') return answerContents(repo, name, request);
  if (kind === 'git/trees') return answerTree(repo, name, request, most);
  if (kind === 'git/blobs') {
    const content = git.blob(name);
    const isRaw = request.headers.accept?.includes('raw');
    if (!content) return refuse(404);
    return isRaw
      ? { headers: { 'content-type': 'application/vnd.github.raw+json' }, body: content }
      : refuse(500, 'The fake returns raw contents alone');
  }
  const [base = '', head = ''] = name.split('...');
  const compared = git.compare(base, head);
  // No more than 300 files, and no word of the others.
  return compared
    ? { body: compareAnswer(fullNameOf(repo), base, { ...compared, files: compared.files.slice(0, 300) }) }
    : refuse(404);
}

function answerIssues(repo: GithubRepository, rest: string, request: StubRequest, account: Account) {
  const place = fullNameOf(repo);
  const [, list, id, inner] = /^(issues|pulls)(?:\/(\d+))?(?:\/(\w+))?$/.exec(rest) ?? [];
  if (list === undefined) return undefined;
  if (!repo.hasIssues) return refuse(410, 'Issues has been disabled in this repository.');
  if (id === undefined) {
    const since = request.query.get('since') ?? '';
    const all = [...repo.issues.values()].filter(({ updatedAt }) => updatedAt >= since);
    const sorted = all.toSorted((one, other) =>
      one.updatedAt === other.updatedAt
        ? one.number - other.number
        : one.updatedAt < other.updatedAt
          ? -1
          : 1,
    );
    return page(
      request,
      sorted.map((issue) => issueAnswer(place, issue)),
      account,
    );
  }
  const issue = repo.issues.get(Number(id));
  if (!issue) return refuse(repo.deletedIssues.has(Number(id)) ? 410 : 404);
  if (inner === undefined) return { body: issueAnswer(place, issue) };
  if (list === 'issues')
    return page(
      request,
      issue.comments.map((body, index) => commentAnswer(place, issue.number, index + 1, body)),
      account,
    );
  const isLine = inner === 'comments';
  return page(
    request,
    issue.isPull
      ? [remarkAnswer(place, issue.number, { isLine, body: isLine ? 'On this line' : 'Well done' })]
      : [],
    account,
  );
}

function answerReleases(repo: GithubRepository, rest: string, request: StubRequest, account: Account) {
  const [, id] = /^releases(?:\/(\d+))?$/.exec(rest) ?? ['no', ''];
  if (id === '') return undefined;
  const place = fullNameOf(repo);
  if (id === undefined)
    return page(
      request,
      [...repo.releases.values()].map((release) => releaseAnswer(place, release)),
      account,
    );
  const release = repo.releases.get(Number(id));
  return release ? { body: releaseAnswer(place, release) } : refuse(404);
}

function answer(request: StubRequest, account: Account): StubResponse | undefined {
  const path = decodeURIComponent(request.path);
  // GitHub refuses requests that do not say what sends them.
  if (!request.headers['user-agent'])
    return refuse(403, 'Please make sure your request has a User-Agent header');
  if (path === '/user') return { body: accountAnswer('ada') };
  const shown = account.repositories.filter(({ isHidden }) => !isHidden);
  if (path === '/user/repos') return page(request, shown.map(repositoryAnswer), account);
  if (path === '/installation/repositories') {
    const { body, headers } = page(request, shown.map(repositoryAnswer), account);
    return { body: { total_count: shown.length, repositories: body }, ...(headers && { headers }) };
  }
  const [, id, owner, name, rest = ''] =
    /^\/(?:repositories\/(\d+)|repos\/([^/]+)\/([^/]+))(?:\/(.+))?$/.exec(path) ?? [];
  const place = `${owner}/${name}`.toLowerCase();
  const repo = shown.find((one) => (id ? one.id === Number(id) : fullNameOf(one).toLowerCase() === place));
  if (!repo) {
    const moved = shown.find(({ earlier }) => earlier.includes(place));
    const location = `https://api.github.com/repositories/${moved?.id}`;
    return moved ? { ...refuse(301, 'Moved Permanently'), headers: { location } } : refuse(404);
  }
  if (rest === '') return { body: repositoryAnswer(repo) };
  return (
    answerGit(repo, rest, request, account.maxEntries()) ??
    answerIssues(repo, rest, request, account) ??
    answerReleases(repo, rest, request, account)
  );
}

const newRepository = (id: number, name: string): GithubRepository => ({
  id,
  owner: 'octo',
  name,
  hasIssues: true,
  isHidden: false,
  earlier: [],
  git: createGitHistory(),
  issues: new Map(),
  deletedIssues: new Set(),
  releases: new Map(),
});

const bytes = (content: string | Uint8Array) =>
  typeof content === 'string' ? Buffer.from(content) : content;
const withoutSlash = (path: string) => path.replace(/^\//, '');

/** Edits that users of a repository make. */
function editsOf(
  repository: GithubRepository,
): Pick<
  GithubFake,
  'put' | 'move' | 'remove' | 'putUnsupported' | 'putIssue' | 'putRelease' | 'expireCursors'
> {
  const { git } = repository;
  const idOf = (kind: string, part: string | number) => `${repository.id}/${kind}/${part}`;
  const pathOf = (id: string) => id.slice(idOf('files', '').length);
  const put = (path: string, content: string | Uint8Array, mode?: string) => {
    git.put(withoutSlash(path), bytes(content), mode);
    return idOf('files', withoutSlash(path));
  };
  return {
    put: (path, content) => put(path, content),
    move: (id, path) => git.move(pathOf(id), withoutSlash(path)),
    remove: (id) => git.remove(pathOf(id)),
    putUnsupported: (path) => put(path, 'another repository', '160000'),
    putIssue(number, facts = {}) {
      const usual = { title: `Issue ${number}`, body: 'text', isPull: false, state: 'open', labels: [] };
      const time = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
      const updatedAt = time.replace('.000Z', 'Z');
      repository.issues.set(number, { ...usual, updatedAt, comments: [], ...facts, number });
      return idOf('issues', number);
    },
    putRelease(id, facts = {}) {
      const usual = { tag: `v${id}`, name: `Release ${id}`, body: 'notes', isDraft: false };
      repository.releases.set(id, { ...usual, ...facts, id });
      return idOf('releases', id);
    },
    // Commits do not expire: what is rewritten is another history.
    expireCursors: () => git.rewrite(),
  };
}

/** Starts GitHub with the repository octo/handbook: trees that are cut off, 300 files of a comparison, 410 for deleted issues. */
export async function startGithubFake({
  pageSize = 100,
}: {
  readonly pageSize?: number;
} = {}): Promise<GithubFake> {
  const repository = newRepository(1_296_269, 'handbook');
  const repositories = [repository];
  const hooks = createHooks(repositories, () => fake.mayCreateHooks);
  const fake: GithubFake = {
    url: '',
    requests: [],
    exchanges: [],
    token: 'github_pat_token',
    fault: undefined,
    repeatPages: false,
    maxEntries: 100_000,
    mayCreateHooks: true,
    repository,
    push: hooks,
    ...editsOf(repository),
    addRepository(name) {
      const added = newRepository(repository.id + repositories.length, name);
      repositories.push(added);
      return added;
    },
    close: async () => undefined,
  };
  const account = {
    repositories,
    pageSize,
    repeats: () => fake.repeatPages,
    maxEntries: () => fake.maxEntries,
  };
  const vendor = {
    answer: (request: StubRequest) => hooks.respond(request) ?? answer(request, account),
    refusal: (status: number) => refuse(status).body,
  };
  return Object.assign(fake, await startDriveServer(vendor, fake));
}
