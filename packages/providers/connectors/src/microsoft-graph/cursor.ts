import { z } from 'zod';

/** Sites and libraries in which drives are still to be found. */
const places = z.strictObject({
  /** The next page of all sites: empty for the first, null when there is none or when sites are not asked for. */
  sitesLink: z.string().nullable(),
  /** Sites whose libraries have not been listed, and the next page of the first one's. */
  sites: z.array(z.string()),
  librariesLink: z.string().optional(),
});
export type Places = z.output<typeof places>;

/** Tests whether no place is left in which drives may be found. */
export const isExplored = ({ sitesLink, sites }: Places): boolean => sitesLink === null && sites.length === 0;

const folder = z.strictObject({ drive: z.string(), id: z.string(), name: z.string().optional() });
export type Folder = z.output<typeof folder>;

/** The pages or the lists of a site, and where the next page of them begins. */
const collection = z.strictObject({
  kind: z.enum(['pages', 'lists']),
  site: z.string(),
  link: z.string().optional(),
});
export type Collection = z.output<typeof collection>;

/** A listing of everything, or of all that is selected. */
const whole = z.strictObject({
  listing: z.literal('whole'),
  /** The drive that was read last of those that an earlier sync knew; null when these are read, or need not be. */
  known: z.string().nullable(),
  places,
  /** Drives to be read through their feeds, and the next page of the first one. */
  drives: z.array(z.string()),
  link: z.string().optional(),
  /** True once the drives in the queue were found in sites, where some are closed to everyone. */
  isExploring: z.boolean(),
  /** Selected files and folders that have not been looked at, by their external ids. */
  roots: z.array(z.string()),
  /** Selected pages and lists of sites: they have no feed. */
  collections: z.array(collection).default([]),
  /** Folders still to be read, the last first, and the next page of the last one. */
  folders: z.array(folder),
  folderLink: z.string().optional(),
  /** Folders that were reached by a shortcut: each is followed once, so that a listing ends even if shortcuts form a cycle. */
  jumps: z.array(z.string()),
  /** Drives of which parts are selected: their feeds only report that something has changed. */
  watched: z.array(z.string()),
  /** True when a drive lets no one see its feed but accounts that may see all of it. */
  isBlind: z.boolean(),
  /** True when something was closed to the account at the moment, or read in a way that may leave out what moves meanwhile. */
  isUnproven: z.boolean().default(true),
});
export type WholeListing = z.output<typeof whole>;

/** A listing of the changes since the last one. */
const changes = z.strictObject({
  listing: z.literal('changes'),
  /** The drive whose feed was read last, and that feed's next page; null when it is read. */
  feed: z.strictObject({ drive: z.string(), link: z.string().nullable() }).optional(),
  areFeedsRead: z.boolean(),
  /** Folders whose content the feed may have left out, as in a full listing. */
  folders: z.array(folder).optional(),
  folderLink: z.string().optional(),
  places,
  /** Whether some of the known sites were looked at again for new libraries. */
  isRotated: z.boolean(),
  /** Drives that are new, and the next page of the first one. */
  fresh: z.array(z.string()),
  link: z.string().optional(),
});
export type ChangesListing = z.output<typeof changes>;

export const listingState = z.discriminatedUnion('listing', [whole, changes]);
export type ListingState = z.output<typeof listingState>;

/** A feed of which only parts are selected, as it is kept. */
const watchedPrefix = 'watched ';

export const writeFeed = (link: string, isWatched: boolean): string =>
  isWatched ? `${watchedPrefix}${link}` : link;

export const readFeed = (cursor: string): { link: string; isWatched: boolean } => {
  const isWatched = cursor.startsWith(watchedPrefix);
  return { link: isWatched ? cursor.slice(watchedPrefix.length) : cursor, isWatched };
};

/** Sites whose libraries are known are kept among the feeds. */
const sitePrefix = '~site ';
export const siteKey = (site: string): string => `${sitePrefix}${site}`;
export const siteOf = (key: string): string | undefined =>
  key.startsWith(sitePrefix) ? key.slice(sitePrefix.length) : undefined;
/** The site that was looked at last for libraries that are new. */
export const rotationKey = '~rotation';
