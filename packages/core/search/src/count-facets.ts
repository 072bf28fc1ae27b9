import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
import type { Match } from './match.ts';

export interface FacetValue {
  readonly value: string | number | boolean;
  /** Documents among the matches that have it. */
  readonly count: number;
}

const maxValues = 100;
/** Maximum number of values of a document's list: the metadata of 1,000 documents has room for millions, which would fill the memory. */
const maxValuesPerDocument = 100;

function valuesOf(value: unknown): FacetValue['value'][] {
  const values: unknown[] = Array.isArray(value) ? value.slice(0, maxValuesPerDocument) : [value];
  return values.filter(
    (one): one is FacetValue['value'] =>
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean',
  );
}

/** Puts a value at its place among the commonest, unless there are enough that are at least as common. */
function insert(commonest: FacetValue[], added: FacetValue): void {
  if (commonest.length >= maxValues && added.count <= (commonest.at(-1)?.count ?? 0)) return;
  const at = commonest.findLastIndex(({ count }) => count >= added.count) + 1;
  commonest.splice(at, 0, added);
  if (commonest.length > maxValues) commonest.pop();
}

/**
 * Counts the matched documents by each value of the given metadata fields, including documents with the same text as a match. Returns at
 * most 100 values per field, the most frequent first.
 */
export async function countFacets(
  matches: readonly Match[],
  fields: readonly string[],
  options: SliceOptions = {},
): Promise<Record<string, FacetValue[]>> {
  const chunks = matches.flatMap(({ chunk, same = [] }) => [chunk, ...same]);
  const documents = new Map(chunks.map((chunk) => [chunk.documentId, chunk.metadata]));
  const facets = new Map<string, FacetValue[]>();
  for (const field of new Set(fields)) {
    const counts = new Map<FacetValue['value'], number>();
    const count = (metadata: Readonly<Record<string, unknown>>) => {
      for (const value of new Set(valuesOf(metadata[field]))) counts.set(value, (counts.get(value) ?? 0) + 1);
    };
    await inSlices(documents.values(), count, options);
    const commonest: FacetValue[] = [];
    await inSlices(counts, ([value, count]) => insert(commonest, { value, count }), options);
    facets.set(field, commonest);
  }
  return Object.fromEntries(facets);
}
