import type { Inline } from '../../../document-tree/tree.ts';
import type { LinkArea, PageModel, TextRun } from '../page-model.ts';
import { inlinesOf, isCode, plainText } from './inlines.ts';
import { isListing, listingText, withLineNumber } from './listing.ts';
import type { Row } from './segments.ts';
import { type BodyLook, type LineStyle, standsOut } from './typography.ts';

/** Fewer may be the numbers of a table's rows. */
const minNumbers = 10;
/** Points that the edges of numbers below each other differ by. */
const sameEdge = 1.5;
/** Share of the steps from one number to the next that are of one. */
const minSteadyShare = 0.9;
/** Of the size of the page's text: numbers in the margin are smaller. */
const smaller = 0.9;
/** Share of the other text that stands on one side of them. */
const minOutsideShare = 0.97;

const isNumber = ({ text, turns }: TextRun) => turns === 0 && /^\s*\d{1,5}\s*$/.test(text);

/** Runs below each other whose edges are the same. */
function* groupByEdge(runs: readonly TextRun[], edgeOf: (run: TextRun) => number): Generator<TextRun[]> {
  let group: TextRun[] = [];
  for (const run of runs.toSorted((a, b) => edgeOf(a) - edgeOf(b))) {
    const [first] = group;
    if (first && edgeOf(run) - edgeOf(first) > sameEdge) {
      yield group;
      group = [];
    }
    group.push(run);
  }
  yield group;
}

function areCounted(numbers: readonly TextRun[]): boolean {
  const values = numbers.toSorted((a, b) => a.y - b.y).map(({ text }) => Number(text));
  const steady = values.filter((value, index) => index > 0 && value - (values[index - 1] ?? 0) === 1).length;
  return steady >= minSteadyShare * (values.length - 1);
}

const leftOf = (runs: readonly TextRun[]) => Math.min(...runs.map(({ x }) => x));
const rightOf = (runs: readonly TextRun[]) => Math.max(...runs.map(({ x, width }) => x + width));

/** Whether numbers stand in a margin: smaller than the text, all of which is on one side of them. */
function areInMargin(numbers: readonly TextRun[], others: readonly TextRun[]): boolean {
  const [left, right] = [leftOf(numbers), rightOf(numbers)];
  const size = Math.max(...numbers.map((run) => run.size));
  let [all, larger, before, behind] = [0, 0, 0, 0];
  for (const { x, width, size: other, text } of others) {
    all += text.length;
    if (size < smaller * other) larger += text.length;
    if (x >= right) behind += text.length;
    if (x + width <= left) before += text.length;
  }
  return larger > all / 2 && Math.max(before, behind) >= minOutsideShare * all;
}

/** In units of the font's size: how far apart a line and its number may be drawn. */
const sameLine = 0.3;

/** Whether most numbers stand beside lines of code, which keep them. */
function areOfListing(numbers: readonly TextRun[], others: readonly TextRun[]): boolean {
  const code = others.filter(isCode);
  const isBeside = ({ x, y, size }: TextRun) =>
    code.some((run) => run.x > x && Math.abs(run.y - y) < sameLine * size);
  return numbers.filter(isBeside).length > numbers.length / 2;
}

/** The page without the numbers that review copies have beside their lines. */
export function withoutLineNumbers(page: PageModel): PageModel {
  const candidates = page.runs.filter(isNumber);
  if (candidates.length < minNumbers) return page;
  for (const edgeOf of [({ x, width }: TextRun) => x + width, ({ x }: TextRun) => x])
    for (const numbers of groupByEdge(candidates, edgeOf)) {
      if (numbers.length < minNumbers || !areCounted(numbers)) continue;
      // Page numbers of fewer digits may be aligned at another edge.
      const [left, right] = [leftOf(numbers), rightOf(numbers)];
      const known = new Set(candidates.filter(({ x, width }) => x + width > left && x < right));
      const others = page.runs.filter((run) => !known.has(run));
      if (areInMargin([...known], others) && !areOfListing([...known], others))
        return withoutLineNumbers({ ...page, runs: others });
    }
  return page;
}

/** The dots of a table of contents between an entry and its page. */
const leader = /\s*(?:[.:·…_]\s*){4,}(?=(?:\d{1,5}|[ivxlc]{1,7})\s*$)/i;

/** Sequences of which every line with a leader has one; tested first because it is cheap and most lines have none. */
const dots = /\.\s?\.|::|…|··|__/;

const lengthOf = (inline: Inline) => ('text' in inline ? inline.text.length : 1);

/** An entry of a table of contents or of an index without its leader; undefined for any other line. */
function withoutLeader(inlines: readonly Inline[]): Inline[] | undefined {
  const text = inlines.map((inline) => ('text' in inline ? inline.text : ' ')).join('');
  const found = text.length < 400 && dots.test(text) ? leader.exec(text) : null;
  if (!found) return undefined;
  const [from, to] = [found.index, found.index + found[0].length];
  let at = 0;
  return inlines.flatMap((inline): Inline[] => {
    const start = at;
    at += lengthOf(inline);
    if (!('text' in inline) || at <= from || start >= to) return [inline];
    const before = inline.text.slice(0, Math.max(0, from - start));
    const after = inline.text.slice(Math.max(0, to - start));
    // A space replaces the leader between entry and page number.
    const parted = at >= to ? [{ text: ' ' }] : [];
    return [{ ...inline, text: before }, ...parted, { ...inline, text: after }].filter(
      (part) => part.text !== '',
    );
  });
}

const mark = /^(?:\d{1,3}|[*\u2020\u2021])$/;

/** A line that begins with a small raised number, as notes at the foot of a page do, with that marked as in the text: `^1 See`. */
function withNoteMark([first, ...rest]: readonly Inline[]): Inline[] | undefined {
  if (!first || !('text' in first) || !first.raised || !mark.test(first.text.trim()) || rest.length === 0)
    return undefined;
  return [{ text: `^${first.text.trim()} ` }, ...rest];
}

/** A line of running text within a column. */
export interface Line extends LineStyle {
  readonly text: string;
  readonly inlines: readonly Inline[];
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly monospaced: boolean;
  /** The number before a line of a listing, which its text is without. */
  readonly lineNumber?: string;
  /** Whether it is an entry of a table of contents or an index, whose leader is left out. */
  readonly isEntry: boolean;
  /** Whether a note at the foot of the page begins with it. */
  readonly isNote: boolean;
  /** The edges of the column that it stands in. */
  readonly left: number;
  readonly right: number;
  /** The heading that it is, or goes on with, by the document's outline or tags. */
  readonly known?: { readonly level: number; readonly continues: boolean; readonly isTagged?: boolean };
  /** Left edge of the text behind a list marker, in points; undefined without a marker. */
  readonly bodyX: number | undefined;
}

const bullet = /^[•●○■□▪▫◦‣⁃∙·➢➤✓❖\uf0b7\uf0a7\uf0d8\u2013\u2014*-]$/;
const inlineBullet = /^[•●○■□▪▫◦‣⁃∙➢➤✓❖\uf0b7\uf0a7\uf0d8]\s*/;

const numberedMarker = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]$/i;
/** Max characters, with the white space around them. */
const maxMarkerLength = 20;

function bodyStart({ segments }: Row): number | undefined {
  const [first, second] = segments[0]?.runs ?? [];
  const marker = first && first.text.length <= maxMarkerLength ? first.text.trim() : '';
  if (second && bullet.test(marker)) return second.x;
  const alone = segments[0]?.runs.length === 1 && (bullet.test(marker) || numberedMarker.test(marker));
  return alone ? segments[1]?.x1 : undefined;
}

/** Whether a line ends near the edge of its column. */
export const isFull = ({ x2, left, right }: Line): boolean => x2 > right - 0.15 * (right - left);

/** End of a sentence, or of what introduces a list. */
export const sentenceEnd = /[.!?:;。！？]["'”’)\]]?$/;

const numberOfSection = /^\s*\d{1,2}(?:\.\d{1,2})+\.?\s*$/;

/** Whether all of the words are bold; what stands between them may not be, nor the number of a section. */
function isBold([first, ...others]: readonly TextRun[]): boolean {
  const isWord = ({ text }: TextRun) => /[\p{L}\p{N}]/u.test(text);
  const isNumber = ({ text }: TextRun) => numberOfSection.test(text);
  const words = (first && !isNumber(first) ? [first, ...others] : others).filter(isWord);
  return words.length > 0 && words.every(({ font }) => font.bold);
}

/** The level that tags set for all of a line's text. */
function taggedHeading(runs: readonly TextRun[]): Pick<Line, 'known'> {
  const level = runs[0]?.level;
  if (level === undefined || runs.some((run) => run.level !== level)) return {};
  return { known: { level, continues: false, isTagged: true } };
}

/** One row of a column as a line. */
export function toLine(shown: Row, edges: { left: number; right: number }, links: readonly LinkArea[]): Line {
  const { row, lineNumber } = withLineNumber(shown);
  const whole = inlinesOf(row.segments, links);
  const entry = withoutLeader(whole);
  const note = withNoteMark(whole);
  const inlines = entry ?? note ?? whole;
  const runs = row.segments.flatMap((segment) => segment.runs).filter(({ text }) => text.trim() !== '');
  const monospaced = entry === undefined && isListing(runs);
  const text = monospaced ? listingText(runs) : plainText(inlines);
  const main = runs.reduce(
    (longest, run) => (run.text.length > longest.text.length ? run : longest),
    runs[0] as (typeof runs)[0],
  );
  return {
    text,
    inlines,
    x1: row.segments[0]?.x1 ?? 0,
    x2: row.segments.at(-1)?.x2 ?? 0,
    y: row.y,
    size: main?.size ?? row.size,
    bold: isBold(runs),
    isEntry: entry !== undefined,
    isNote: note !== undefined,
    monospaced,
    bodyX: bodyStart(row),
    ...(lineNumber !== undefined && { lineNumber }),
    ...taggedHeading(runs),
    ...edges,
  };
}

/** First word of a box beside or around the text, such as "Note". */
const label =
  /^(?:note|tip|warning|caution|important|hinweis|tipp|warnung|achtung|vorsicht|wichtig|remarque|note|astuce|avertissement|attention|important|nota|consejo|aviso|advertencia|precaución|importante|suggerimento|avvertimento|attenzione|opmerking|waarschuwing|let op|belangrijk)\s*[:!]?$/i;

/** Label and number at the beginning of a caption, such as "Figure 3". */
export const caption =
  /^(?:fig(?:ure|\.)?|table|tab\.|algorithm|listing|scheme|abbildung|abb\.|tabelle|figura|tabla|tableau|tabela|afbeelding|tabel)\s*(?:[A-Z][-.]?)?\d+(?:\.\d+)*\s*[.:|]/i;

const name = String.raw`(?:\p{Lu}\.[\s-]?)+\p{Lu}\p{L}+`;
/** Two people by their initials and family names, one with the places where they work, or an address of mail. */
const people = new RegExp(String.raw`${name}.*[\s,]${name}|^${name}\S*,[^,]+,|@[\w-]+\.`, 'u');

/** Beginning of a line that goes on from a sentence before: a small letter, or the mark behind a term, followed by some words. */
const middle = /^[\p{Ll}:;,)](?:\S*\s+){4}/u;

/** Two letters of a word, or one of a script whose words have one: a single letter is a piece of a formula. */
const word = /\p{L}[\p{L}\p{M}]|\p{Lo}/u;

/** Whether a line may be a heading by what it says: short, of words, and no sentence of the text around it. */
function readsLikeHeading({ text }: Line, isLarge: boolean): boolean {
  if (text.length > 150 || !word.test(text) || inlineBullet.test(text)) return false;
  if (
    middle.test(text) ||
    /^\p{Lu}$/u.test(text) ||
    label.test(text) ||
    caption.test(text) ||
    people.test(text)
  )
    return false;
  if ((isLarge ? /[,;–-]$/ : /[,;:–-]$/).test(text)) return false;
  // The end of something longer, like the parameters of a function.
  if (text.split(')').length > text.split('(').length && !/^\S{1,4}\)/.test(text)) return false;
  return !/[.!?]$/.test(text) || /^\d+(?:\.\d+)*\.?\s/.test(text) || text.length < 60;
}

/** The number of a section. */
const numbered = /^(?:[A-Z]|[IVX]+|\d{1,2}(?:\.\d{1,2})*)\.?\s+\p{Lu}/u;

/** Whether a line may be a heading. */
export function mayBeHeading(line: Line, typography: BodyLook): boolean {
  const isLarge = line.size > typography.bodySize * 1.15;
  if (line.monospaced || line.isEntry || !standsOut(typography, line) || !readsLikeHeading(line, isLarge))
    return false;
  const width = line.right - line.left;
  // Bold text of the body's size that fills its column is a sentence that its author emphasized.
  return isLarge || line.x2 - line.x1 < 0.92 * width || line.text.length < 60 || numbered.test(line.text);
}
