import type { Match, Matches } from './find-matches.ts';

/**
 * Merges the results of the current and the previous generation, the best first. A document that was found in the current one
 * is not shown from the previous as well. Scores of two models are not strictly comparable; it is for the time of a change only.
 */
export function mergeGenerations(current: Matches, previous: Matches, topK: number): Matches {
  const found = new Set(current.matches.map(({ chunk }) => chunk.documentId));
  const added = previous.matches.filter(({ chunk }) => !found.has(chunk.documentId));
  const matches = [...current.matches, ...added].toSorted((a: Match, b: Match) => b.hit.score - a.hit.score);
  const notices = new Set([current.notice, previous.notice].filter((notice) => notice !== undefined));
  return { matches: matches.slice(0, topK), notice: notices.size > 0 ? [...notices].join('. ') : undefined };
}
