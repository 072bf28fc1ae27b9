import { AppError } from '@docfleet/errors';
import type { FetchedItem, ItemVersion } from '../../provider.ts';
import { leaveBody, wholeBody } from '../../whole-body.ts';
import type { GithubApi, RemarkList } from './api.ts';
import { releaseTitle, releaseVersion } from './items.ts';
import { githubVendor, type Issue, type Remark, type Repository } from './replies.ts';

const pointer = Buffer.from('version https://git-lfs.github.com/spec/v1');

/** The beginning of a body that decides whether it is a pointer, and all of it from its beginning on. */
async function peek(body: AsyncIterable<Uint8Array>, length: number) {
  const iterator = body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  for (let bytes = 0; bytes < length; ) {
    const { value, done } = await iterator.next();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* parts;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start: Buffer.concat(parts).subarray(0, length), whole: whole() };
}

/** A file of the commit in which it was listed: its version names its bytes. */
export async function fetchFile(
  api: GithubApi,
  repo: Repository,
  { path, versionKey, sizeBytes }: { readonly path: string } & Omit<ItemVersion, 'externalId'>,
): Promise<FetchedItem> {
  const { body } = await api.blob(repo, versionKey);
  const { start, whole } = await peek(body, pointer.length);
  if (start.equals(pointer)) {
    await leaveBody(whole);
    throw new AppError('ITEM_UNSUPPORTED', 'GitHub keeps the file in Git LFS, which is not read');
  }
  return {
    body: wholeBody(whole, { vendor: githubVendor.name, sizeBytes }),
    mimeType: 'application/octet-stream',
    fileName: path.slice(path.lastIndexOf('/') + 1),
    versionKey,
  };
}

const titles: Readonly<Record<RemarkList, string>> = {
  comments: 'Comments',
  reviews: 'Reviews',
  lines: 'Comments on changes',
};

const writtenBy = (user: Issue['user']) => user?.login ?? 'ghost';

function remarkText({ user, body, created_at, submitted_at, path }: Remark): string {
  const head = [`**${writtenBy(user)}**`, created_at ?? submitted_at, path && `\`${path}\``];
  return `${head.filter(Boolean).join(', ')}\n\n${body?.trim()}`;
}

/** The remarks of one list, page by page, below its title. */
async function* remarksOf(
  api: GithubApi,
  repo: Repository,
  list: RemarkList,
  number: number,
): AsyncGenerator<string> {
  let isFirst = true;
  for (let page: number | undefined = 1; page !== undefined; ) {
    const { entries, next } = await api.remarks(repo, list, number, page);
    for (const remark of entries.filter(({ body }) => body?.trim())) {
      yield `\n\n${isFirst ? `## ${titles[list]}` : '---'}\n\n${remarkText(remark)}`;
      isFirst = false;
    }
    if (next !== undefined && next <= page)
      throw new AppError('LISTING_ENDLESS', 'GitHub repeats its comments instead of coming to an end');
    page = next;
  }
}

function headOf({ title, state, state_reason, user, labels, created_at, pull_request, body }: Issue): string {
  const names = labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? [])));
  const isMerged = pull_request?.merged_at != null;
  const facts = [
    `State: ${isMerged ? 'merged' : state}${state_reason ? ` (${state_reason})` : ''}`,
    `Author: ${writtenBy(user)}`,
    `Created: ${created_at}`,
    ...(names.length > 0 ? [`Labels: ${names.join(', ')}`] : []),
  ];
  const lines = facts.map((fact) => `- ${fact}`).join('\n');
  return [`# ${title}`, lines, body?.trim()].filter(Boolean).join('\n\n');
}

async function* issueText(api: GithubApi, repo: Repository, issue: Issue): AsyncGenerator<Uint8Array> {
  yield Buffer.from(headOf(issue));
  const lists: readonly RemarkList[] = issue.pull_request ? ['comments', 'reviews', 'lines'] : ['comments'];
  for (const list of lists)
    for await (const text of remarksOf(api, repo, list, issue.number)) yield Buffer.from(text);
  yield Buffer.from('\n');
}

const fileNameOf = (title: string) => `${title.replaceAll('/', '-')}.md`;

/** Writes an issue or pull request as Markdown, with its discussion. */
export async function fetchIssue(
  api: GithubApi,
  repo: Repository,
  { number, versionKey }: { readonly number: number; readonly versionKey: string },
): Promise<FetchedItem> {
  const issue = await api.issue(repo, number);
  const [updatedAt] = versionKey.split(' ', 1);
  return {
    body: issueText(api, repo, issue),
    mimeType: 'text/markdown',
    fileName: fileNameOf(`#${number} ${issue.title}`),
    // The version that was listed, unless the item has changed.
    versionKey: updatedAt === issue.updated_at ? versionKey : `${issue.updated_at} ${issue.comments}`,
  };
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The notes of a release. */
export async function fetchRelease(api: GithubApi, repo: Repository, id: number): Promise<FetchedItem> {
  const release = await api.release(repo, id);
  const { tag_name, author, published_at, body } = release;
  const facts = [
    `- Tag: ${tag_name}`,
    `- Author: ${writtenBy(author)}`,
    ...(published_at ? [`- Published: ${published_at}`] : []),
  ];
  const parts = [`# ${releaseTitle(release)}`, facts.join('\n'), body?.trim()];
  return {
    body: textOf(`${parts.filter(Boolean).join('\n\n')}\n`),
    mimeType: 'text/markdown',
    fileName: fileNameOf(releaseTitle(release)),
    versionKey: releaseVersion(release),
  };
}
