import { isCode } from './inlines.ts';
import type { Row, Segment } from './segments.ts';

/** Share of a column's width that a line leaves free at most before it goes on in the next one. */
const maxFreeShare = 0.12;
const minEntries = 3;
/** Points. */
const sameEdge = 2;

interface Edges {
  readonly left: number;
  readonly right: number;
}

const textOf = ({ runs }: Segment) =>
  runs
    .map(({ text }) => text)
    .join('')
    .trim();
const isBold = ({ runs }: Segment) => runs.every(({ font }) => font.bold);
const isTerm = (segment: Segment) => isBold(segment) || segment.runs.every(isCode);

/** Whether a row begins an entry: in the first of two columns. */
export const beginsEntry = ({ segments }: Row, places: readonly number[]): boolean =>
  (segments[0]?.x1 ?? 0) < (places[1] ?? 0) - sameEdge;

/** Whether rows are terms in bold or code, each with an explanation beside it that goes on in further lines, as lists of definitions are set. */
function areDefinitions(rows: readonly Row[], places: readonly number[], { left, right }: Edges): boolean {
  if (places.length !== 2) return false;
  const entries = rows.filter((row) => beginsEntry(row, places));
  const areTerms = entries.every(({ segments: [first, ...others] }) => {
    const explanation = others.filter(({ x1 }) => x1 >= (places[1] ?? 0) - sameEdge);
    return first && isTerm(first) && explanation.length > 0 && !explanation.every(isTerm);
  });
  if (entries.length < 2 || !areTerms) return false;
  const isFull = (row: Row | undefined) =>
    (row?.segments.at(-1)?.x2 ?? 0) > right - maxFreeShare * (right - left);
  const wrapped = rows.flatMap((row, index) => (beginsEntry(row, places) ? [] : [rows[index - 1]]));
  return wrapped.length > 0 && wrapped.filter(isFull).length >= 0.8 * wrapped.length;
}

/** The number of a section, and one of a section within another. */
const sectionNumber = /^\d{1,3}(?:\.\d{1,3})*\.?$/;
const subsectionNumber = /^\d{1,3}\.\d/;

/** Whether the numbers of pages end at the right edge; those of numbered sections may begin below each other instead. */
function areAtEdge(rows: readonly Row[], { right }: Edges): boolean {
  const pages = rows.map(({ segments }) => segments.at(-1));
  if (pages.every((page) => Math.abs((page?.x2 ?? 0) - right) < sameEdge)) return true;
  const begin = pages.every((page) => Math.abs((page?.x1 ?? 0) - (pages[0]?.x1 ?? 0)) < sameEdge);
  const isLast = pages.some((page) => Math.abs((page?.x2 ?? 0) - right) < sameEdge);
  const numbers = rows.map(({ segments: [first] }) => (first ? textOf(first) : ''));
  const areSections =
    numbers.every((one) => sectionNumber.test(one)) && numbers.some((one) => subsectionNumber.test(one));
  return begin && isLast && areSections;
}

/** Whether rows are those of a table of contents without dots: titles, and numbers of pages that grow, at the right edge. */
function areContents(rows: readonly Row[], edges: Edges): boolean {
  if (rows.length < minEntries) return false;
  let page = 0;
  const isEntry = ({ segments }: Row) => {
    const last = segments.at(-1);
    const number = last && /^\d{1,4}$/.test(textOf(last)) ? Number(textOf(last)) : -1;
    const grows = number >= page;
    page = number;
    return (
      grows && segments.length <= 3 && segments.slice(0, -1).some((one) => /\p{L}{2}/u.test(textOf(one)))
    );
  };
  return rows.every(isEntry) && page > 0 && areAtEdge(rows, edges);
}

/** Whether rows that stand below each other like those of a table are entries of a list. */
export const areEntries = (rows: readonly Row[], places: readonly number[], edges: Edges): boolean =>
  areContents(rows, edges) || areDefinitions(rows, places, edges);

/** In units of the font's size: the room that dots would fill. */
const minRoom = 3;

/** Whether a row is the entry of a chapter in a table of contents, in bold and without dots: a title, and far from it a page at the edge. */
export function isChapterEntry({ segments, size }: Row, { right }: Edges): boolean {
  const [title, page] = segments.slice(-2);
  if (!title || !page || segments.length > 3 || !segments.every(isBold)) return false;
  const isAtEdge = Math.abs(page.x2 - right) < sameEdge && page.x1 - title.x2 > minRoom * size;
  return isAtEdge && /^\d{1,4}$/.test(textOf(page)) && /\p{L}{2}/u.test(textOf(title));
}
