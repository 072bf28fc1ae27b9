import { z } from 'zod';
import type { Feeds } from '../../provider.ts';
import type { ConfluenceApi } from './api.ts';
import { lacksScope } from './comments.ts';
import { nextOf } from './lists.ts';

/** Comments since the last sync: they change an item's text, but not the version that Confluence reports. */
export const commentedState = z.strictObject({
  /** Time up to which the last sync has seen comments; null before the first. */
  since: z.string().nullable(),
  /** The latest change of a comment that this listing has seen. */
  newest: z.string().nullable(),
  /** Time of the last comment on an item, by its external id; `*` stands for all items. */
  items: z.record(z.string(), z.string()),
});
export type Commented = z.output<typeof commentedState>;

const feed = 'comments';
/** Number of items beyond which every item counts as commented on, so that cursors stay small. */
const maxItems = 500;
/** Comments are listed with some delay. */
const overlapMs = 10 * 60_000;

export const beginCommented = async (feeds: Feeds): Promise<Commented> => {
  const since = (await feeds.find(feed)) ?? null;
  return { since, newest: since, items: {} };
};

/** Returns the feed position for the next listing; 1970 before the first comment, so that all are new to it. */
export const feedOf = ({ newest }: Commented): Readonly<Record<string, string>> => ({
  [feed]: newest ?? new Date(0).toISOString(),
});

const later = (one: string | null, other: string): string =>
  one === null || Date.parse(other) > Date.parse(one) ? other : one;

function noteAll(
  state: Commented,
  found: readonly { readonly on: string; readonly changedAt: string }[],
): Commented {
  const newest = found.reduce<string | null>(
    (latest, { changedAt }) => later(latest, changedAt),
    state.newest,
  );
  // Everything is read by the first sync.
  if (state.since === null) return { ...state, newest };
  const horizon = Date.parse(state.since) - overlapMs;
  const items = { ...state.items };
  for (const { on, changedAt } of found)
    if (Date.parse(changedAt) >= horizon) items[on] = later(items[on] ?? null, changedAt);
  const isTooMany = Object.keys(items).length > maxItems && newest !== null;
  return { ...state, newest, items: isTooMany ? { '*': newest } : items };
}

/** Reads a page of the site's latest comments; `cursor` is undefined where those before are known. */
export async function readCommented(
  api: ConfluenceApi,
  state: Commented,
  { place, cursor }: { readonly place: string; readonly cursor: string | undefined },
): Promise<{ readonly state: Commented; readonly cursor: string | undefined }> {
  try {
    const list = await api.recentComments(place, cursor);
    const isKnown =
      state.since === null || Date.parse(list.oldest ?? '') < Date.parse(state.since) - overlapMs;
    return { state: noteAll(state, list.found), cursor: isKnown ? undefined : nextOf(list) };
  } catch (error) {
    if (lacksScope(error)) return { state, cursor: undefined };
    throw error;
  }
}

/** An item's version with the comments that its content has. */
export const versionWith = ({ items }: Commented, externalId: string, version: string): string => {
  const at = items[externalId] ?? items['*'];
  return at === undefined ? version : `${version} with comments of ${at}`;
};
