import { AppError } from '@docfleet/errors';
import type { z } from 'zod';
import { allOf } from './lists.ts';
import { comments, recentComments } from './replies.ts';

/** Places of Confluence Cloud's comments: below a page, and on words of it. */
export const commentPlaces = ['footer-comments', 'inline-comments'] as const;

/** A comment on an item, and when it was written or changed last. */
export interface RecentComment {
  /** The item's external id. */
  readonly on: string;
  readonly changedAt: string;
}

type Read = <Schema extends z.ZodType>(
  path: string,
  query: object,
  reply: Schema,
) => Promise<z.output<Schema>>;

const pageSize = 250;
/** Replies to replies that are read. */
const maxDepth = 10;
const withBody = { limit: pageSize, 'body-format': 'storage' };

type Comment = z.output<typeof comments>['results'][number];

/** A comment with its replies, each of which has to be asked for its own. */
async function threadOf(read: Read, place: string, comment: Comment, depth: number): Promise<string[]> {
  const own = comment.body?.storage?.value ?? '';
  if (depth === maxDepth) return [own];
  const path = `${place}/${encodeURIComponent(comment.id.toWellFormed())}/children`;
  const replies = await allOf((cursor) => read(path, { ...withBody, cursor }, comments));
  const thread = [own];
  for (const reply of replies) thread.push(...(await threadOf(read, place, reply, depth + 1)));
  return thread;
}

/** The comments on a page or blog post in storage format, each followed by its replies. `at` is the item's path. */
export async function readComments(read: Read, at: string): Promise<string[]> {
  const texts: string[] = [];
  for (const place of commentPlaces) {
    const roots = await allOf((cursor) => read(`${at}/${place}`, { ...withBody, cursor }, comments));
    for (const root of roots) texts.push(...(await threadOf(read, place, root, 0)));
  }
  return texts;
}

/** A page of all comments of the site, those that were written or changed last first. */
export async function readRecent(read: Read, place: string, cursor: string | undefined) {
  const query = { limit: pageSize, sort: '-modified-date', cursor };
  const { results, _links } = await read(place, query, recentComments);
  // A comment on neither a page nor a blog post belongs to no item.
  const found = results.map(
    ({ pageId, blogPostId, version }): RecentComment => ({
      on: pageId ?? `blog:${blogPostId}`,
      changedAt: version.createdAt,
    }),
  );
  return { found, oldest: results.at(-1)?.version.createdAt, _links };
}

/** Tests whether Confluence refused for a scope: a connection that was authorized before comments were read lacks their permission. */
export const lacksScope = (error: unknown): boolean =>
  error instanceof AppError && /lacks a permission/.test(error.message);
