import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';
import type { RefusalNote } from '../../refusal.ts';

const refusalBody = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ code: z.string().optional() })).optional(),
});

const limited = [403, 429];
const moved = [301, 308];
/** Blocked by a court or a rights holder. */
const blocked = 451;
/** A minute is what GitHub asks to wait for where it names no time. */
const secondaryWaitMs = 60_000;

/** Tests whether a refusal is a limit: of requests an hour, or of too many at once. */
function isLimit(status: number, headers: Headers, message: string): boolean {
  if (!limited.includes(status)) return false;
  const isSpent = headers.get('x-ratelimit-remaining')?.trim() === '0';
  return isSpent || headers.has('retry-after') || /rate limit|abuse detection/i.test(message);
}

/** GitHub's pace and refusals: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api and /best-practices-for-using-the-rest-api */
export const githubVendor: Vendor = {
  name: 'GitHub',
  // 900 points a minute are the most that GitHub accepts, and one a request.
  requestsPerSecond: 10,
  headers: { 'user-agent': 'docfleet', 'x-github-api-version': '2022-11-28' },
  // The address of a renamed repository needs the token as well, and shows what is public without it.
  followsRedirects: false,
  readRefusal({ status, headers, json, text }): RefusalNote {
    const body = refusalBody.safeParse(json).data;
    const reason = body?.message ?? text;
    if (moved.includes(status))
      return { subject: 'missing', reason: 'It was renamed, or moved to another owner: choose it again' };
    if (isLimit(status, headers, reason)) {
      const isSpent = headers.get('x-ratelimit-remaining')?.trim() === '0';
      return { subject: 'rate', reason, retryAfterMs: isSpent ? undefined : secondaryWaitMs };
    }
    if (body?.errors?.some(({ code }) => code === 'too_large')) return { subject: 'unsupported', reason };
    return { subject: status === blocked ? 'forbidden' : undefined, reason };
  },
};

/** A part of an address: the URL of one that is a dot or two would lead elsewhere. */
const segment = z.string().refine((text) => !['', '.', '..'].includes(text));

export const repository = z.object({
  id: z.number(),
  name: segment,
  owner: z.object({ login: segment }),
  html_url: z.string(),
  default_branch: z.string(),
  has_issues: z.boolean().default(true),
});
export type Repository = z.output<typeof repository>;

export const repositories = z.array(repository);
export const installed = z.object({ repositories });

export const reference = z.object({ object: z.object({ sha: segment }) });

const treeEntry = z.object({
  path: z.string(),
  mode: z.string(),
  type: z.string(),
  sha: segment,
  size: z.number().nullish(),
});
export type TreeEntry = z.output<typeof treeEntry>;

export const tree = z.object({ truncated: z.boolean(), tree: z.array(treeEntry) });
export type Tree = z.output<typeof tree>;

export const comparison = z.object({
  status: z.string(),
  files: z
    .array(z.object({ filename: z.string(), status: z.string(), previous_filename: z.string().nullish() }))
    .default([]),
});
export type Comparison = z.output<typeof comparison>;

/** Null: the account was deleted. */
const author = z.object({ login: z.string() }).nullish();

export const issue = z.object({
  number: z.number(),
  title: z.string(),
  state: z.string(),
  state_reason: z.string().nullish(),
  body: z.string().nullish(),
  user: author,
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).default([]),
  comments: z.number(),
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
});
export type Issue = z.output<typeof issue>;
export const issues = z.array(issue);

/** A comment on an issue, a review, or a comment on a line of a change. */
export const remarks = z.array(
  z.object({
    id: z.number(),
    user: author,
    body: z.string().nullish(),
    created_at: z.string().nullish(),
    submitted_at: z.string().nullish(),
    path: z.string().nullish(),
  }),
);
export type Remark = z.output<typeof remarks>[number];

export const release = z.object({
  id: z.number(),
  tag_name: z.string(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
  author,
  created_at: z.string(),
  published_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});
export type Release = z.output<typeof release>;
export const releases = z.array(release);

export const user = z.object({ id: z.number(), login: z.string() });
export const hook = z.object({ id: z.number() });
