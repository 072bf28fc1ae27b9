const host = 'https://api.github.com';
const site = 'https://github.com';

const asUrls = (names: readonly string[], start: string) =>
  Object.fromEntries(names.map((name) => [`${name}_url`, `${start}/${name}`]));

/** As `simple-user` describes it. */
const userAnswer = (login: string) => ({
  login,
  id: 7,
  node_id: 'U_7',
  gravatar_id: '',
  type: 'User',
  site_admin: false,
  url: `${host}/users/${login}`,
  html_url: `${site}/${login}`,
  avatar_url: `${site}/${login}.png`,
  ...asUrls(
    ['followers', 'following', 'gists', 'starred', 'subscriptions', 'organizations', 'repos', 'events'],
    `${host}/users/${login}`,
  ),
  received_events_url: `${host}/users/${login}/received_events`,
});

const time = '2026-01-01T00:00:00Z';

/** As `private-user` describes it. */
export const accountAnswer = (login: string) => ({
  ...userAnswer(login),
  name: null,
  company: null,
  blog: null,
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  public_repos: 1,
  public_gists: 0,
  followers: 0,
  following: 0,
  private_gists: 0,
  total_private_repos: 1,
  owned_private_repos: 1,
  disk_usage: 1,
  collaborators: 0,
  two_factor_authentication: true,
  created_at: time,
  updated_at: time,
});

export interface RepositoryFacts {
  readonly id: number;
  owner: string;
  name: string;
  hasIssues: boolean;
}

const repositoryLinks = [
  ...[
    'archive',
    'assignees',
    'blobs',
    'branches',
    'collaborators',
    'comments',
    'commits',
    'compare',
    'contents',
  ],
  ...['git_commits', 'git_refs', 'git_tags', 'issue_comment', 'issue_events', 'issues', 'keys', 'labels'],
  ...['milestones', 'notifications', 'pulls', 'releases', 'statuses', 'trees', 'clone', 'git', 'ssh'],
  ...['contributors', 'deployments', 'downloads', 'events', 'forks', 'hooks', 'languages', 'merges'],
  ...['stargazers', 'subscribers', 'subscription', 'tags', 'teams', 'svn'],
];

/** As `full-repository` describes it. */
export function repositoryAnswer({ id, owner, name, hasIssues }: RepositoryFacts) {
  const url = `${host}/repos/${owner}/${name}`;
  const counts = [
    ...['forks', 'forks_count', 'open_issues', 'open_issues_count', 'size', 'stargazers_count', 'watchers'],
    ...['watchers_count', 'network_count', 'subscribers_count'],
  ];
  return {
    ...asUrls(repositoryLinks, url),
    ...Object.fromEntries(counts.map((count) => [count, 0])),
    id,
    node_id: `R_${id}`,
    name,
    full_name: `${owner}/${name}`,
    owner: userAnswer(owner),
    url,
    html_url: `${site}/${owner}/${name}`,
    default_branch: 'main',
    description: null,
    language: null,
    homepage: null,
    mirror_url: null,
    license: null,
    fork: false,
    private: true,
    archived: false,
    disabled: false,
    has_issues: hasIssues,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    has_downloads: true,
    pushed_at: time,
    created_at: time,
    updated_at: time,
  };
}

export interface IssueFacts {
  readonly number: number;
  title: string;
  body: string | null;
  readonly isPull: boolean;
  state: string;
  readonly labels: readonly string[];
  updatedAt: string;
  readonly comments: string[];
}

/** As `issue` describes it. */
export function issueAnswer(place: string, issue: IssueFacts) {
  const url = `${host}/repos/${place}/issues/${issue.number}`;
  const html_url = `${site}/${place}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`;
  return {
    ...asUrls(['comments', 'events', 'labels'], url),
    id: 1_000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    url,
    html_url,
    repository_url: `${host}/repos/${place}`,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    user: userAnswer('ada'),
    assignee: null,
    milestone: null,
    locked: false,
    closed_at: null,
    labels: issue.labels.map((name) => ({ name })),
    comments: issue.comments.length,
    created_at: time,
    updated_at: issue.updatedAt,
    ...(issue.isPull && {
      pull_request: {
        merged_at: null,
        url,
        html_url,
        diff_url: `${html_url}.diff`,
        patch_url: `${html_url}.patch`,
      },
    }),
  };
}

/** As `issue-comment` describes it. */
export const commentAnswer = (place: string, number: number, id: number, body: string) => ({
  id,
  node_id: `C_${id}`,
  url: `${host}/repos/${place}/issues/comments/${id}`,
  body,
  html_url: `${site}/${place}/issues/${number}#${id}`,
  user: null,
  created_at: time,
  updated_at: time,
  issue_url: `${host}/repos/${place}/issues/${number}`,
});

/** As `pull-request-review` and `pull-request-review-comment` describe them. */
export function remarkAnswer(
  place: string,
  number: number,
  { isLine, body }: { isLine: boolean; body: string },
) {
  const url = `${host}/repos/${place}/pulls/${number}`;
  const link = { href: url };
  const same = {
    id: 5,
    node_id: 'PRR_5',
    user: userAnswer('grace'),
    body,
    html_url: `${site}/${place}/pull/${number}`,
    pull_request_url: url,
    author_association: 'MEMBER',
    commit_id: 'abc',
    _links: { html: link, pull_request: link, self: link },
  };
  return isLine
    ? {
        ...same,
        url,
        diff_hunk: '@@ -1 +1 @@',
        path: 'src/a.ts',
        original_commit_id: 'abc',
        pull_request_review_id: 5,
        created_at: time,
        updated_at: time,
      }
    : { ...same, state: 'APPROVED', submitted_at: time };
}

export interface ReleaseFacts {
  readonly id: number;
  readonly tag: string;
  name: string | null;
  body: string;
  readonly isDraft: boolean;
}

/** As `release` describes it. */
export function releaseAnswer(place: string, { id, tag, name, body, isDraft }: ReleaseFacts) {
  const url = `${host}/repos/${place}/releases/${id}`;
  return {
    ...asUrls(['assets', 'upload', 'tarball', 'zipball'], url),
    id,
    node_id: `RE_${id}`,
    url,
    html_url: `${site}/${place}/releases/tag/${tag}`,
    tag_name: tag,
    target_commitish: 'main',
    name,
    body,
    draft: isDraft,
    prerelease: false,
    author: userAnswer('ada'),
    assets: [],
    created_at: time,
    published_at: isDraft ? null : time,
  };
}

/** As `commit-comparison` describes it. */
export function compareAnswer(
  place: string,
  base: string,
  { status, files }: { readonly status: string; readonly files: readonly { readonly filename: string }[] },
) {
  const url = `${host}/repos/${place}/compare/${base}`;
  const commit = {
    ...asUrls(['html', 'comments'], url),
    url,
    sha: base,
    node_id: 'C_1',
    author: userAnswer('ada'),
    committer: userAnswer('ada'),
    parents: [],
    commit: { url, author: null, committer: null, message: 'x', comment_count: 0, tree: { sha: base, url } },
  };
  return {
    ...asUrls(['html', 'permalink', 'diff', 'patch'], url),
    url,
    status,
    base_commit: commit,
    merge_base_commit: commit,
    commits: [],
    ahead_by: 1,
    behind_by: 0,
    total_commits: 1,
    files: files.map((file) => ({
      ...file,
      additions: 1,
      deletions: 0,
      changes: 1,
      ...asUrls(['blob', 'raw', 'contents'], url),
    })),
  };
}

/** As `hook` describes it. */
export const hookAnswer = (place: string, id: number, events: readonly string[], address: string) => ({
  ...asUrls(['ping', 'test'], `${host}/repos/${place}/hooks/${id}`),
  type: 'Repository',
  id,
  name: 'web',
  active: true,
  events,
  config: { url: address, content_type: 'json' },
  url: `${host}/repos/${place}/hooks/${id}`,
  created_at: time,
  updated_at: time,
  last_response: { code: null, status: 'unused', message: null },
});
