import type { Match, Matches } from './find-matches.ts';

/**
 * Puts together what the present and the former generation found, the best first. A document that was found in the present one
 * is not shown from the former as well. Scores of two models are not strictly comparable; it is for the time of a change only.
 */
export function mergeGenerations(present: Matches, former: Matches, topK: number): Matches {
  const found = new Set(present.matches.map(({ chunk }) => chunk.documentId));
  const added = former.matches.filter(({ chunk }) => !found.has(chunk.documentId));
  const matches = [...present.matches, ...added].toSorted((a: Match, b: Match) => b.hit.score - a.hit.score);
  const notices = new Set([present.notice, former.notice].filter((notice) => notice !== undefined));
  return { matches: matches.slice(0, topK), notice: notices.size > 0 ? [...notices].join('. ') : undefined };
}
