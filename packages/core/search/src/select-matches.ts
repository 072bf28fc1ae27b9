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
}

const isInside = (inner: ActiveChunk, outer: ActiveChunk): boolean =>
  inner.revision === outer.revision && inner.start >= outer.start && inner.end <= outer.end;

/** Finds the better match that has all of a text: an equal one but for white space, or one of its document that it lies in. */
function createDuplicateFinder() {
  const byText = new Map<string, Kept>();
  const byDocument = new Map<string, Kept[]>();
  const keyOf = ({ hit }: Match) =>
    hit.textTruncated ? `${hit.id}\u0001` : hit.text.trim().replaceAll(/\s+/gu, ' ');
  return {
    find: (match: Match): Kept | undefined =>
      byText.get(keyOf(match)) ??
      byDocument.get(match.chunk.documentId)?.find(({ chunk }) => isInside(match.chunk, chunk)),
    remember(kept: Kept): void {
      byText.set(keyOf(kept), kept);
      const { documentId } = kept.chunk;
      const ofDocument = byDocument.get(documentId);
      if (ofDocument) ofDocument.push(kept);
      else byDocument.set(documentId, [kept]);
    },
  };
}

/** Selects up to `limit` matches, and counts those left out before them. */
function createSelector({ parsed, maxPerDocument, collapseDuplicates }: Selection, limit: number) {
  const kept: Kept[] = [];
  const duplicates = createDuplicateFinder();
  const perDocument = new Map<string, number>();
  const excluded = new Map<string, number>();
  let duplicateCount = 0;

  function offer(match: Match): void {
    if (kept.length >= limit) return;
    const { documentId } = match.chunk;
    const count = perDocument.get(documentId) ?? 0;
    if (maxPerDocument !== undefined && count >= maxPerDocument) return;
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
    const added: Kept = { ...match, same: [...(match.same ?? [])] };
    kept.push(added);
    if (collapseDuplicates) duplicates.remember(added);
    perDocument.set(documentId, count + 1);
  }

  return {
    offer,
    selected: (): Selected => ({ matches: kept, leftOut: { duplicates: duplicateCount, excluded } }),
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
