import { z } from 'zod';

/** A folder that is still to be read; `drive` is the shared drive that it lies in. */
const folder = z.object({ id: z.string(), path: z.string(), drive: z.string().optional() });
export type Folder = z.output<typeof folder>;

/** Where the change feed stood when the walk began: whatever changes meanwhile is seen by the next sync. */
const feed = z.string();

/** A walk of all that the account sees: its own files, and then one shared drive after the other. */
const everything = z.object({
  walk: z.literal('everything'),
  feed,
  /** The shared drive that is being read; the account's own files without one. */
  drive: z.string().optional(),
  page: z.string().optional(),
  /** Shared drives that are known and not yet read. */
  drives: z.array(z.string()),
  /** The next page of shared drives; null when there is none. */
  drivesPage: z.string().nullable(),
  /** False once Google has admitted that a search was cut short. */
  isWhole: z.boolean(),
});
export type EverythingWalk = z.output<typeof everything>;

/** A walk of selected files and folders. */
const selected = z.object({
  walk: z.literal('selected'),
  feed,
  /** Selected ids that have not been looked at. */
  roots: z.array(z.string()),
  /** The folders whose children are being read, all of one drive. */
  batch: z.array(folder),
  page: z.string().optional(),
  /** Folders still to be read, the last first: deep before broad keeps the list short. */
  pending: z.array(folder),
  /** Folders that a shortcut has led to: following each once, a walk ends whatever points where. */
  jumps: z.array(z.string()),
  isWhole: z.boolean(),
});
export type SelectedWalk = z.output<typeof selected>;

/** The change feed, from where the last walk or sync left it. */
const changes = z.object({ walk: z.literal('changes'), page: z.string() });
export type ChangesWalk = z.output<typeof changes>;

export const walkState = z.discriminatedUnion('walk', [everything, selected, changes]);
export type WalkState = z.output<typeof walkState>;
