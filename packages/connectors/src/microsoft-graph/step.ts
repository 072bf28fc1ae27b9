import type { ConnectorItem, SkippedItem } from '../provider.ts';
import type { WalkState } from './cursor.ts';

/** One page of a walk and where it goes on. */
export interface Step {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  readonly deleted: readonly string[];
  /** Undefined at the walk's end. */
  readonly next: WalkState | undefined;
  /** At the walk's end, where the next sync begins, if there is a feed to begin with. */
  readonly sync: WalkState | undefined;
  readonly isComplete: boolean;
}

export const nothing = { items: [], skipped: [], deleted: [] } as const;
