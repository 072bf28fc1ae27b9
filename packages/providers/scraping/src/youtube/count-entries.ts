import { AppError } from '@docfleet/errors';

/** Compares what the pages of a list name with what the list itself says. */
export interface EntryCount {
  /** Notes how many entries the list says that it has, those included that are hidden or not played. */
  state(entries: number | undefined): void;
  /** Notes an entry by what no other entry of its list has; `list` is the list that it says it belongs to, where it says so. */
  note(entry: string, list?: string | undefined): void;
  /** Tests whether each of the entries was named. A list that does not count, or shows none, proves nothing: a fault looks the same. */
  isProven(): boolean;
}

/** Counts the entries of one list; `note` rejects an entry of another list with PAGE_UNREADABLE. */
export function countEntries(playlistId: string): EntryCount {
  const named = new Set<string>();
  let stated: number | undefined;
  return {
    state(entries) {
      stated = Math.max(stated ?? 0, entries ?? 0) || stated;
    },
    note(entry, list = playlistId) {
      if (list !== playlistId)
        throw new AppError('PAGE_UNREADABLE', 'YouTube showed another list in place of this one');
      named.add(entry);
    },
    isProven: () => stated !== undefined && named.size > 0 && named.size >= stated,
  };
}
