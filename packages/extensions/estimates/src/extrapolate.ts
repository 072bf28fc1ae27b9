import type { ContentCounts, EstimatedItem, EstimateOutcome } from './outcome.ts';

/** Basis that an estimate extrapolates from: the items read of a source, and how many documents the source has in all. */
export interface Evidence {
  /** Everything that was read. */
  readonly read: readonly EstimatedItem[];
  /** Items that may stand for those that were not read. */
  readonly representative: readonly EstimatedItem[];
  /** Documents that there are in all. */
  readonly documents: number;
  readonly documentsAreExact: boolean;
}

const nothing: ContentCounts = {
  characters: 0,
  tokens: 0,
  chunks: 0,
  embeddings: 0,
  embeddedTokens: 0,
  contexts: 0,
  contextInputTokens: 0,
  contextOutputTokens: 0,
};
const fields = Object.keys(nothing) as (keyof ContentCounts)[];

/** Tests whether the contents of an item are known: a skipped one has none. */
const isKnown = ({ wouldBe }: EstimatedItem) => wouldBe !== 'UNKNOWN';

const sumOf = (items: readonly EstimatedItem[], countOf: (item: EstimatedItem) => number) =>
  items.reduce((sum, item) => sum + countOf(item), 0);

/**
 * Extrapolates the figures of all documents: those of each document read, and for each other one the mean of the documents that
 * represent it.
 */
export function extrapolate({
  read,
  representative,
  documents,
  documentsAreExact,
}: Evidence): EstimateOutcome['figures'] {
  const known = read.filter(isKnown);
  const typical = representative.filter(isKnown);
  const unread = Math.max(0, documents - known.length);
  const isExact = documentsAreExact && unread === 0;
  const figure = (countOf: (item: EstimatedItem) => number) => {
    const mean = typical.length === 0 ? 0 : sumOf(typical, countOf) / typical.length;
    return { value: Math.round(sumOf(known, countOf) + unread * mean), isExact };
  };
  const counted = Object.fromEntries(
    fields.map((field) => [field, figure(({ counts }) => counts?.[field] ?? 0)]),
  ) as Record<keyof ContentCounts, EstimateOutcome['figures']['tokens']>;
  return {
    ...counted,
    documents: { value: documents, isExact: documentsAreExact },
    skipped: figure(({ wouldBe }) => (wouldBe === 'SKIPPED' ? 1 : 0)),
    ocrPages: { value: 0, isExact: true },
  };
}
