import { type Covered, noFeeds } from '../src/provider.ts';

/** A whole listing of a selection that has come to its end. */
export const covering = (selection: readonly string[]): Covered => ({
  selection,
  proof: 'STATED',
  feeds: noFeeds,
});
