import { createHash } from 'node:crypto';
import type { ContentCounts, EstimatedItem, EstimateOutcome } from './outcome.ts';

/** Returns the hash that decides whether an address is drawn: the same addresses yield the same sample. */
const lotOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);

/** A bounded sample of as many addresses as come, each as likely as any other. */
export interface Sample {
  add(address: string): void;
  /** Returns the addresses that are drawn so far. */
  drawn(): string[];
}

/** Draws `size` addresses: those with the lowest lots. */
export function createSample(size: number): Sample {
  let lots: { address: string; lot: string }[] = [];
  const shrink = () => {
    lots = lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, size);
  };
  return {
    add(address) {
      lots.push({ address, lot: lotOf(address) });
      // Sorted seldom, so that each address costs little however many come.
      if (lots.length >= 2 * size + 100) shrink();
    },
    drawn() {
      shrink();
      return lots.map(({ address }) => address);
    },
  };
}

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
