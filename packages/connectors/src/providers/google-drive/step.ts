import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { WalkState } from './cursor.ts';

/** One page of a walk and where it goes on. */
export interface Step {
  readonly items: readonly ConnectorItem[];
  readonly skipped: readonly SkippedItem[];
  readonly deleted: readonly string[];
  /** Undefined at the walk's end. */
  readonly next: WalkState | undefined;
  /** At the walk's end: where the change feed goes on, and whether everything was named. */
  readonly feed: string | undefined;
  readonly isComplete: boolean;
}
