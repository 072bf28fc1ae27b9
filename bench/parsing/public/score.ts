import { compare, relations, type Tally } from '../scores/score.ts';
import { headingOf, type StructureFacts } from './html-facts.ts';

/** The share of headings that were found and of those found that are some, each against what is known to be one. */
export interface HeadingScores {
  readonly recall: number;
  /** Of those that the text of the pages has: outlines name what no page shows, as `start/0` or the file that a part was; NaN where it has none. */
  readonly shownRecall: number;
  readonly precision: number;
}

export interface StructureScores {
  readonly headings: HeadingScores | undefined;
  readonly tables: Tally;
  readonly code: Tally;
  readonly items: Tally;
  readonly links: Tally;
}

/**
 * Headings are looked for in the outline where there is one, else in the HTML; one that is in either is right. A title that repeats
 * further down as a heading of its own, like "Usage" in a reference, counts as often as the fuller of the two has it.
 */
function scoreHeadings(
  outline: readonly string[],
  html: readonly string[],
  found: readonly string[],
  text: string,
): HeadingScores | undefined {
  const wanted = outline.length > 0 ? outline : html;
  if (wanted.length === 0) return undefined;
  const { right } = compare(wanted, found);
  const written = headingOf(text);
  // One whole outline again within another names no more headings.
  const shown = [...new Set(wanted)].filter((heading) => written.includes(heading));
  const rightByHtml = compare(html, found).right;
  const known = new Set([...outline, ...html]);
  const correct = found.filter((heading) => known.has(heading)).length;
  return {
    recall: right / wanted.length,
    shownRecall: compare(shown, found).right / shown.length,
    precision: Math.max(right, rightByHtml, correct) / Math.max(1, found.length),
  };
}

export const f1OfHeadings = ({ recall, precision }: Omit<HeadingScores, 'shownRecall'>): number =>
  recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);

const unique = (items: readonly string[]) => [...new Set(items)];

/** Compares the structure that was read with that of the HTML, and the headings with the PDF's outline; `text` is what the pages show. */
export function scoreStructure(
  truth: StructureFacts,
  outline: readonly string[],
  found: StructureFacts,
  text: string,
): StructureScores {
  return {
    headings: scoreHeadings(outline, truth.headings, found.headings, text),
    tables: compare(relations(truth.tables), relations(found.tables)),
    code: compare(truth.codeLines, found.codeLines),
    items: compare(truth.items, found.items),
    links: compare(unique(truth.links), unique(found.links)),
  };
}
