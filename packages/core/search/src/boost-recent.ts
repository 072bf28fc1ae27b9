import type { Match } from './match.ts';

/** Boost of newer documents. */
export interface Recency {
  /** The share of a score that newness makes, 0 to 1. */
  readonly weight: number;
  /** Days after which newness counts half. */
  readonly halfLifeDays: number;
  /** A field of the metadata with a date, as ISO 8601 or in milliseconds; when the document was accepted unless given. */
  readonly field?: string | undefined;
}

const dayMs = 24 * 3_600_000;

function dateOf({ chunk }: Match, field: string | undefined): number {
  if (field === undefined) return chunk.createdAt.getTime();
  const value = chunk.metadata[field];
  return typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** Matches in the order of (1 - weight) · score + weight · 0.5^(age / half-life); one without a date counts as infinitely old. */
export function boostRecent(
  matches: readonly Match[],
  { weight, halfLifeDays, field }: Recency,
  now: number,
): Match[] {
  const boosted = matches.map((match) => {
    const date = dateOf(match, field);
    const ageDays = Math.max(0, now - date) / dayMs;
    const newness = Number.isNaN(date) ? 0 : 0.5 ** (ageDays / halfLifeDays);
    const { score } = match.hit;
    const boosted = (1 - weight) * score + weight * newness;
    return { ...match, storeScore: score, hit: { ...match.hit, score: boosted } };
  });
  return boosted.toSorted((a, b) => b.hit.score - a.hit.score);
}
