import type { Command } from 'commander';
import { readInteger } from './arguments.ts';

export interface LimitOptions {
  readonly limit: number;
  readonly all?: boolean;
}

const maxLimit = 1_000_000;
const defaultLimit = 50;

/** Adds `--limit` and `--all` to a command that lists. */
export const addLimit = (command: Command): Command =>
  command
    .option('--limit <number>', 'most to list', readInteger(1, maxLimit), defaultLimit)
    .option('--all', 'list all, a page at a time');

/** The items that were asked for; no page is fetched for others. */
export async function* limited<Item>(
  items: AsyncIterable<Item>,
  { limit, all }: LimitOptions,
): AsyncIterable<Item> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}

/** The page size that fetches so many with the fewest requests. */
export const pageSizeFor = ({ limit, all }: LimitOptions): number => (all ? 100 : Math.min(100, limit));
