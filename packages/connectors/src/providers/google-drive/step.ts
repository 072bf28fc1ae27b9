import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { ListingState } from './cursor.ts';

/** One page of a listing and where it goes on. */
export interface Step {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  readonly deleted: readonly string[];
  /** Undefined at the listing's end. */
  readonly next: ListingState | undefined;
  /** At the listing's end: where the user's change log goes on, and whether everything was named. */
  readonly feed: string | undefined;
  readonly isComplete: boolean;
  /** Where the change logs of shared drives go on. */
  readonly feeds?: Readonly<Record<string, string>>;
}

export const nothing = { items: [], skipped: [], deleted: [], feed: undefined, isComplete: false } as const;
