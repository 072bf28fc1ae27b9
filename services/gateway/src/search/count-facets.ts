import type { Match } from './find-matches.ts';

export interface FacetValue {
  readonly value: string | number | boolean;
  /** Documents among the matches that have it. */
  readonly count: number;
}

const mostValues = 100;

function valuesOf(value: unknown): FacetValue['value'][] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(
    (one): one is FacetValue['value'] =>
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean',
  );
}

/** How many of the matched documents have each value of a field of their metadata, the commonest first, at most 100 values. */
export function countFacets(
  matches: readonly Match[],
  fields: readonly string[],
): Record<string, FacetValue[]> {
  const documents = new Map(matches.map(({ chunk }) => [chunk.documentId, chunk.metadata]));
  const facets = fields.map((field): [string, FacetValue[]] => {
    const counts = new Map<FacetValue['value'], number>();
    for (const metadata of documents.values())
      for (const value of new Set(valuesOf(metadata[field]))) counts.set(value, (counts.get(value) ?? 0) + 1);
    const values = Array.from(counts, ([value, count]) => ({ value, count }));
    return [field, values.toSorted((a, b) => b.count - a.count).slice(0, mostValues)];
  });
  return Object.fromEntries(facets);
}
