import type { ActiveChunk } from '@docfleet/domain/chunk';
import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
import { type ParsedQuery, refusedBy } from '@docfleet/text-analysis';
import type { Match } from './match.ts';

/** Rules by which matches become results. */
export interface Selection {
  readonly parsed: Pick<ParsedQuery, 'phrases' | 'excluded'>;
  /** Maximum of results of one document. */
  readonly maxPerDocument: number | undefined;
  /** Whether a text that a better match has is left out. */
  readonly collapseDuplicates: boolean;
  /** Whether a match beside a better one, in the same section, becomes a part of its result. */
  readonly mergeNeighbors: boolean;
}

/**
 * Numbers of matches that were left out for reasons that are no limit of the caller's, each counted before the last match that was kept.
 */
export interface LeftOut {
  readonly duplicates: number;
  /** Numbers of matches by the exclusion in the query that dropped them. */
  readonly excluded: ReadonlyMap<string, number>;
}

export const nothingLeftOut: LeftOut = { duplicates: 0, excluded: new Map() };

/** The sum of both. */
export function addLeftOut(one: LeftOut, other: LeftOut): LeftOut {
  const excluded = new Map(one.excluded);
  for (const [written, count] of other.excluded) excluded.set(written, (excluded.get(written) ?? 0) + count);
  return { duplicates: one.duplicates + other.duplicates, excluded };
}

export interface Selected {
  readonly matches: readonly Match[];
  readonly leftOut: LeftOut;
}

interface Kept extends Match {
  readonly same: ActiveChunk[];
  readonly neighbors: Match[];
}

const isInside = (inner: ActiveChunk, outer: ActiveChunk): boolean =>
  inner.revision === outer.revision && inner.start >= outer.start && inner.end <= outer.end;

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Finds the better match that has all of a text: an equal one but for white space, or one of its document that it lies in. */
function createDuplicateFinder() {
  const byText = new Map<string, Kept>();
  const byDocument = new Map<string, { readonly chunk: ActiveChunk; readonly kept: Kept }[]>();
  const keyOf = ({ hit }: Match) =>
    hit.textTruncated ? `${hit.id}\u0001` : hit.text.trim().replaceAll(/\s+/gu, ' ');
  return {
    find: (match: Match): Kept | undefined =>
      byText.get(keyOf(match)) ??
      byDocument.get(match.chunk.documentId)?.find(({ chunk }) => isInside(match.chunk, chunk))?.kept,
    remember(match: Match, kept: Kept): void {
      byText.set(keyOf(match), kept);
      addTo(byDocument, match.chunk.documentId, { chunk: match.chunk, kept });
    },
  };
}

/** Number of ranks behind a match within which its neighbors become a part of its result: a result is complete once so many more are known, so that pages agree. */
export const neighborRanks = 10;
/** Maximum number of chunks of a result: a whole section would hide which part of it was found. */
const maxParts = 3;

const sectionOf = ({ chunk: { location } }: Match): string =>
  JSON.stringify([location?.sheet, location?.section]);

/** Tests whether a match stands directly before or after a result, in the same section. */
function isBeside(match: Match, kept: Kept): boolean {
  const parts = [kept, ...kept.neighbors].map(({ chunk }) => chunk.ordinal);
  const { ordinal, revision } = match.chunk;
  return (
    parts.length < maxParts &&
    revision === kept.chunk.revision &&
    (ordinal === Math.min(...parts) - 1 || ordinal === Math.max(...parts) + 1) &&
    sectionOf(match) === sectionOf(kept)
  );
}

/** Finds the results that a match stands beside, the best first; matches are counted as they are offered. */
function createNeighborFinder() {
  const byDocument = new Map<string, { readonly kept: Kept; readonly rank: number }[]>();
  let rank = 0;
  return {
    find: (match: Match): Kept[] =>
      (byDocument.get(match.chunk.documentId) ?? [])
        .filter((own) => rank - own.rank <= neighborRanks && isBeside(match, own.kept))
        .map(({ kept }) => kept),
    forget: (kept: Kept): void => {
      const { documentId } = kept.chunk;
      byDocument.set(documentId, byDocument.get(documentId)?.filter((own) => own.kept !== kept) ?? []);
    },
    remember: (kept: Kept): void => addTo(byDocument, kept.chunk.documentId, { kept, rank }),
    count: (): void => {
      rank += 1;
    },
  };
}

function addMatch({ neighbors, same }: Kept, match: Match): void {
  neighbors.push(match);
  same.push(...(match.same ?? []));
}

/** Results so far, the best first: one for each match, or for those that follow each other where neighbors are merged. */
function createResults(mergeNeighbors: boolean) {
  const kept: Kept[] = [];
  const neighbors = createNeighborFinder();
  const perDocument = new Map<string, number>();
  const countOf = (documentId: string): number => perDocument.get(documentId) ?? 0;

  function keep(match: Match): Kept {
    const added: Kept = { ...match, same: [...(match.same ?? [])], neighbors: [] };
    const { documentId } = match.chunk;
    kept.push(added);
    if (mergeNeighbors) neighbors.remember(added);
    perDocument.set(documentId, countOf(documentId) + 1);
    return added;
  }

  function join(match: Match, beside: Kept, behind: Kept | undefined): Kept {
    addMatch(beside, match);
    if (!behind || beside.neighbors.length + behind.neighbors.length + 2 > maxParts) return beside;
    const { documentId } = match.chunk;
    kept.splice(kept.indexOf(behind), 1);
    neighbors.forget(behind);
    perDocument.set(documentId, countOf(documentId) - 1);
    addMatch(beside, behind);
    return beside;
  }

  return {
    kept,
    countOf,
    beside: (match: Match): readonly Kept[] => (mergeNeighbors ? neighbors.find(match) : []),
    /** Adds a match to the best of the results beside it, or as a new one. */
    add(match: Match, [beside, behind]: readonly Kept[]): Kept {
      const result = beside ? join(match, beside, behind) : keep(match);
      neighbors.count();
      return result;
    },
  };
}

/** Selects up to `limit` matches, and counts those left out before them. */
function createSelector(
  { parsed, maxPerDocument = Number.POSITIVE_INFINITY, collapseDuplicates, mergeNeighbors }: Selection,
  limit: number,
) {
  const results = createResults(mergeNeighbors);
  const duplicates = createDuplicateFinder();
  const excluded = new Map<string, number>();
  let duplicateCount = 0;

  function offer(match: Match): void {
    // A match between two results makes them one, so that their number is known at the end.
    const isFull = results.kept.length >= limit && !mergeNeighbors;
    const isOver = isFull || results.countOf(match.chunk.documentId) >= maxPerDocument;
    const beside = results.beside(match);
    if (isOver && beside.length === 0) return;
    const refusal = refusedBy(match.hit.text, parsed);
    if (refusal === 'phrase') return;
    if (refusal) {
      excluded.set(refusal.written, (excluded.get(refusal.written) ?? 0) + 1);
      return;
    }
    const better = collapseDuplicates ? duplicates.find(match) : undefined;
    if (better) {
      duplicateCount += 1;
      better.same.push(match.chunk, ...(match.same ?? []));
      return;
    }
    const result = results.add(match, beside);
    if (collapseDuplicates) duplicates.remember(match, result);
  }

  return {
    offer,
    selected: (): Selected => ({
      matches: results.kept.slice(0, limit),
      leftOut: { duplicates: duplicateCount, excluded },
    }),
  };
}

/** The matches that become results, in their order, at most `limit`: those that honor quotes and exclusions, have a text of their own and are not too many of their document. */
export async function selectMatches(
  matches: readonly Match[],
  selection: Selection,
  limit: number,
  options: SliceOptions = {},
): Promise<Selected> {
  const selector = createSelector(selection, limit);
  await inSlices(matches, selector.offer, options);
  return selector.selected();
}
