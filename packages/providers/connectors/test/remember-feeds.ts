import type { Connector, Feeds } from '../src/provider.ts';

/** Keeps the feeds of drives as a sync does: what a listing brings counts from its end on. */
export function rememberFeeds(connector: Connector): Connector {
  let known = new Map<string, string>();
  const staged = new Map<string, string>();
  const feeds: Feeds = {
    find: async (drive) => known.get(drive),
    async after(drive) {
      const next = [...known.keys()].toSorted().find((one) => drive === undefined || one > drive);
      return next === undefined ? undefined : { drive: next, cursor: known.get(next) ?? '' };
    },
  };
  return {
    ...connector,
    async list(cursor, selection, signal) {
      if (cursor === undefined) staged.clear();
      const page = await connector.list(cursor, selection, signal, feeds);
      for (const [drive, next] of Object.entries(page.feeds ?? {})) staged.set(drive, next);
      if (page.nextCursor !== undefined) return page;
      known = new Map([...(page.proof ? [] : known), ...staged]);
      staged.clear();
      return page;
    },
  };
}
