import type { Feeds, ListPage } from '../provider.ts';
import { type Collection, isExplored, type ListingState, type Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';

/** One page of a listing and where it goes on. */
export interface Step extends Omit<ListPage, 'nextCursor' | 'syncCursor' | 'deletedPaths'> {
  /** Undefined at the listing's end. */
  readonly next: ListingState | undefined;
  /** State from which the next sync continues, at the listing's end; undefined without a feed. */
  readonly sync: ListingState | undefined;
}

export const nothing = {
  items: [],
  skipped: [],
  deleted: [],
  next: undefined,
  sync: undefined,
} as const satisfies Step;

/** Scope of a connection's listing. */
export interface Extent {
  /** Sites and libraries that each sync searches for drives. */
  readonly places: Places;
  /** Drives that it has in any case. */
  readonly drives: () => Promise<readonly string[]>;
  /** Files and folders, by their external ids. */
  readonly roots: readonly string[];
  /** Pages and lists of sites. */
  readonly collections?: readonly Collection[];
  /** Whether a user or a request selected the scope: then one refused part stops no other. */
  readonly isSelection: boolean;
  /** Whether its sites are found by a search, whose index may leave out existing ones. */
  readonly isSearched: boolean;
}

/** Tests whether a connection has one drive and nothing beside it: what that refuses is the connection's to say. */
export const isOneDrive = ({ isSelection, places }: Extent): boolean => !isSelection && isExplored(places);

export interface Reading {
  readonly api: GraphApi;
  readonly extent: Extent;
  readonly feeds: Feeds;
}

export const changesFrom = (places: Places): ListingState => ({
  listing: 'changes',
  areFeedsRead: false,
  places,
  isRotated: places.sitesLink === null,
  fresh: [],
});
