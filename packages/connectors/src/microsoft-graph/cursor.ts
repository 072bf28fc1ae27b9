import { z } from 'zod';

/** Where drives are still to be found. */
const places = z.strictObject({
  /** The next page of all sites: empty for the first, null when there is none or when sites are not asked for. */
  sitesLink: z.string().nullable(),
  /** Sites whose libraries have not been listed, and the next page of the first one's. */
  sites: z.array(z.string()),
  librariesLink: z.string().optional(),
});
export type Places = z.output<typeof places>;

const folder = z.strictObject({ drive: z.string(), id: z.string() });
export type Folder = z.output<typeof folder>;

/** Of each drive, where its change feed goes on. */
const feeds = z.record(z.string(), z.string());

/** A walk of everything, or of all that is selected. */
const whole = z.strictObject({
  walk: z.literal('whole'),
  places,
  /** Drives to be read through their feeds, and the next page of the first one. */
  drives: z.array(z.string()),
  link: z.string().optional(),
  /** True once the drives in the queue were found in sites, where some are closed to everyone. */
  isExploring: z.boolean(),
  /** Selected files and folders that have not been looked at, by their external ids. */
  roots: z.array(z.string()),
  /** Folders still to be read, the last first, and the next page of the last one. */
  folders: z.array(folder),
  folderLink: z.string().optional(),
  /** Folders that were reached by a shortcut: following each once, a walk ends whatever points where. */
  jumps: z.array(z.string()),
  feeds,
  /** Drives of which parts are selected: their feeds only tell that something has changed. */
  watched: z.array(z.string()),
  /** True when a drive lets no one see its feed but those who may see all of it. */
  isBlind: z.boolean(),
});
export type WholeWalk = z.output<typeof whole>;

/** What has changed since the last walk. */
const changes = z.strictObject({
  walk: z.literal('changes'),
  /** Drives whose feeds are still to be read, and the next page of the first one. */
  drives: z.array(z.string()),
  link: z.string().optional(),
  feeds,
  watched: z.array(z.string()),
  places,
});
export type ChangesWalk = z.output<typeof changes>;

export const walkState = z.discriminatedUnion('walk', [whole, changes]);
export type WalkState = z.output<typeof walkState>;
