import { z } from 'zod';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';

/** A folder that is still to be read; `drive` is the shared drive that it lies in. */
const folder = z.object({
  id: z.string(),
  path: z.string(),
  drive: z.string().optional(),
  /** Resource key of the folder. */
  key: z.string().optional(),
  /** True once a query of several folders showed nothing of it. */
  isAlone: z.boolean().optional(),
});
export type Folder = z.output<typeof folder>;

/** Position of the change feed when the listing began: the next sync lists changes made during this one. */
const feed = z.string();

/** A listing of all that the account sees: its own files, and then one shared drive after the other. */
const everything = z.object({
  listing: z.literal('everything'),
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
  /** True once a drive was closed to the account. */
  isUnproven: z.boolean().default(false),
  /** Folders of others behind shortcuts: they are read at the end, as the account may see them in no other way. */
  distant: z.array(folder).default([]),
});
export type EverythingListing = z.output<typeof everything>;

/** A listing of selected files and folders. */
const selected = z.object({
  listing: z.literal('selected'),
  feed,
  /** Selected ids that have not been looked at. */
  roots: z.array(z.string()),
  /** The folders whose children are being read, all of one drive. */
  batch: z.array(folder),
  page: z.string().optional(),
  /** Folders of the batch of which a child was seen. */
  shown: z.array(z.string()).default([]),
  /** Folders still to be read, the last first: deep before broad keeps the list short. */
  pending: z.array(folder),
  /** Folders that a shortcut has led to: each is followed once, so that a listing ends even if shortcuts form a cycle. */
  jumps: z.array(z.string()),
  /** Shared drives whose change logs were opened. */
  watched: z.array(z.string()),
  /** False below the shortcuts of everything: the logs of the account's drives are open. */
  isWatching: z.boolean().default(true),
  isWhole: z.boolean(),
  /** True once something was closed to the account. */
  isUnproven: z.boolean().default(false),
});
export type SelectedListing = z.output<typeof selected>;

/** A listing of the changes since the last listing or sync. */
const changes = z.object({
  listing: z.literal('changes'),
  /** Next page of the user's log, and once the log is read, the position of the next sync. */
  page: z.string(),
  isUserLogRead: z.boolean(),
  /** The next page of shared drives, which is compared with those that are known; empty for the first, null when there is none. */
  drivesPage: z.string().nullable(),
  /** The shared drive whose log was read last, and that log's next page; null when it is read. */
  log: z.object({ drive: z.string(), page: z.string().nullable() }).optional(),
  /** Shared drives that are new, the first one's next page with it. */
  fresh: z.array(z.object({ drive: z.string(), page: z.string().optional() })),
});
export type ChangesListing = z.output<typeof changes>;

export const listingState = z.discriminatedUnion('listing', [everything, selected, changes]);
export type ListingState = z.output<typeof listingState>;

/** One page of a listing and where it goes on. */
export interface Step {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  readonly deleted: readonly string[];
  /** Undefined at the listing's end. */
  readonly next: ListingState | undefined;
  /** Position of the user's change log for the next sync, at the listing's end. */
  readonly feed: string | undefined;
  readonly proof?: ListPage['proof'];
  readonly isRestart?: boolean;
  /** Positions from which the change logs of shared drives continue. */
  readonly feeds?: Readonly<Record<string, string>>;
}

/** Returns the proof that a completed listing named everything; undefined when it was cut short. */
export function proofOf({ isWhole, isUnproven }: EverythingListing | SelectedListing): ListPage['proof'] {
  if (!isWhole) return undefined;
  return isUnproven ? 'NONE' : 'STATED';
}

export const nothing = { items: [], skipped: [], deleted: [], feed: undefined } as const;
