import { keep, readKept } from './use-draft.ts';

/** Progress of a user through the first steps in a namespace. */
export type FirstSteps = 'STARTED' | 'SEARCHED' | 'CLOSED';

const kept = (namespaceId: string) => `docfleet-first-steps:${namespaceId}`;
const all: readonly FirstSteps[] = ['STARTED', 'SEARCHED', 'CLOSED'];

/** Returns the progress that this browser has stored; undefined where the first steps were never shown. */
export function readFirstSteps(namespaceId: string): FirstSteps | undefined {
  const stored = readKept('localStorage', kept(namespaceId));
  return all.find((state) => state === stored);
}

/** Stores the progress in this browser. An earlier state does not replace a later one. */
export function noteFirstSteps(namespaceId: string, state: FirstSteps): void {
  const before = readFirstSteps(namespaceId);
  if (before !== undefined && all.indexOf(before) >= all.indexOf(state)) return;
  keep('localStorage', kept(namespaceId), state);
}

/** Notes that a search returned results; has no effect unless the first steps were started. */
export function noteFirstSearch(namespaceId: string): void {
  if (readFirstSteps(namespaceId) !== undefined) noteFirstSteps(namespaceId, 'SEARCHED');
}
