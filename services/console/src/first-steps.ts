import { keep, readKept } from './kept.ts';

/** How far a user has come with the first steps in a namespace. */
export type FirstSteps = 'STARTED' | 'SEARCHED' | 'CLOSED';

const kept = (namespaceId: string) => `docfleet-first-steps:${namespaceId}`;
const all: readonly FirstSteps[] = ['STARTED', 'SEARCHED', 'CLOSED'];

/** The state of the first steps in this browser; undefined where they were never shown. */
export function readFirstSteps(namespaceId: string): FirstSteps | undefined {
  const stored = readKept('localStorage', kept(namespaceId));
  return all.find((state) => state === stored);
}

/** Stores the state of the first steps. It never goes back. */
export function noteFirstSteps(namespaceId: string, state: FirstSteps): void {
  const before = readFirstSteps(namespaceId);
  if (before !== undefined && all.indexOf(before) >= all.indexOf(state)) return;
  keep('localStorage', kept(namespaceId), state);
}

/** Notes that a search returned results, where the first steps have been started. */
export function noteFirstSearch(namespaceId: string): void {
  if (readFirstSteps(namespaceId) !== undefined) noteFirstSteps(namespaceId, 'SEARCHED');
}
