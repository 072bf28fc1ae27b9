import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
import { honorsQuotes, type ParsedQuery, plainWords } from '@docfleet/text-analysis';
import type { Match } from './find-matches.ts';

/** Which of the matches become results. */
export interface Selection {
  readonly parsed: Pick<ParsedQuery, 'phrases' | 'excluded'>;
  /** The most results of one document. */
  readonly maxPerDocument: number | undefined;
  /** Whether a text that says the same as a better match is left out. */
  readonly collapseDuplicates: boolean;
}

/** Two texts with so many of their words in common, of all that either has, say the same. */
const leastOverlap = 0.9;
/** Each text is compared with so many better ones at most; equal ones are found among all. */
const mostCompared = 200;

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < leastOverlap * large.size) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / (a.size + b.size - shared);
}

/** Whether a text is new; remembers it. */
function createNoveltyTest(): (text: string) => boolean {
  const seen = new Set<string>();
  const compared: Set<string>[] = [];
  return (text) => {
    const words = plainWords(text);
    const whole = words.join(' ');
    if (seen.has(whole)) return false;
    const distinct = new Set(words);
    if (compared.some((other) => overlap(distinct, other) >= leastOverlap)) return false;
    seen.add(whole);
    if (compared.length < mostCompared) compared.push(distinct);
    return true;
  };
}

/** The matches that become results, in their order: those that honor quotes, say something new and are not too many of their document. */
export async function selectMatches(
  matches: readonly Match[],
  { parsed, maxPerDocument, collapseDuplicates }: Selection,
  options: SliceOptions = {},
): Promise<Match[]> {
  const isNew = collapseDuplicates ? createNoveltyTest() : () => true;
  const perDocument = new Map<string, number>();
  const isSelected = ({ hit, chunk }: Match) => {
    const count = perDocument.get(chunk.documentId) ?? 0;
    if (maxPerDocument !== undefined && count >= maxPerDocument) return false;
    if (!honorsQuotes(hit.text, parsed) || !isNew(hit.text)) return false;
    perDocument.set(chunk.documentId, count + 1);
    return true;
  };
  const selected: Match[] = [];
  await inSlices(matches, (match) => isSelected(match) && selected.push(match), options);
  return selected;
}
