import type { PageModel, TextRun } from '../page-model.ts';
import { isCode } from './inlines.ts';
import type { BodyLook } from './typography.ts';

/** Heads and feet stand in this share of a page, at its top and at its bottom. */
const margin = 0.12;
/** Points by which a line may be higher or lower on another page. */
const placeGrain = 4;

/** Whether a run stands in this share of its page, at its top or at its bottom. */
const isInMargin = ({ y }: TextRun, { height }: PageModel, share: number) =>
  y < height * share || y > height * (1 - share);

/** How far from the edge of its page a line stands. */
const heightOf = ([first]: readonly TextRun[], { height }: PageModel) =>
  first ? Math.round((first.y < height / 2 ? first.y : first.y - height) / placeGrain) : 0;

/** A line of a margin without what changes from page to page: numbers, also Roman ones. */
function keyOf(runs: readonly TextRun[], page: PageModel): string {
  const text = runs
    .map((run) => run.text)
    .join(' ')
    .trim();
  return `${heightOf(runs, page)}/${text.replace(/\d+/g, '#').replace(/^[ivxlc]+$/i, '#')}`;
}

/** A line and its place: one that says something else, and be it in a number, is another one. */
const placedText = (runs: readonly TextRun[]) =>
  `${Math.round((runs[0]?.y ?? 0) / placeGrain)}/${runs.map(({ text }) => text).join(' ')}`;

/** Lines that a document repeats, of which the first are remembered. */
const maxSeen = 20_000;

/**
 * Finds what of the text that a file marks as artifacts is none of its text: lines at the edge of a page that stand apart from other
 * text, and elsewhere what a page before had at the same place. Some programs mark whole pages, so that a mark alone says nothing.
 */
function createArtifactLook() {
  const seen = new Set<string>();
  return {
    /** The runs of a page to leave out; pages are to be given in order. `isApart` says whether no text but those others goes on beside a line. */
    heads(
      page: PageModel,
      isApart: (runs: readonly TextRun[], others: ReadonlySet<TextRun>) => boolean,
    ): readonly TextRun[] {
      const marked = page.runs.filter((run) => run.isArtifact === true && run.text.trim() !== '');
      if (marked.length === 0) return [];
      const fromMiddle = ([run]: readonly TextRun[]) => Math.abs((run?.y ?? 0) - page.height / 2);
      const lines = [...Map.groupBy(marked, ({ y }) => Math.round(y / 2)).values()].toSorted(
        (a, b) => fromMiddle(a) - fromMiddle(b),
      );
      const heads = new Set(marked.filter((run) => isInMargin(run, page, margin)));
      // From the middle of the page outwards: a line beside text is text, and so is the next one.
      for (const runs of lines)
        if (runs.some((run) => heads.has(run)) && !isApart(runs, heads))
          for (const run of runs) heads.delete(run);
      for (const runs of lines) {
        if (runs.every((run) => heads.has(run))) continue;
        const key = placedText(runs);
        if (seen.has(key)) for (const run of runs) heads.add(run);
        else if (seen.size < maxSeen) seen.add(key);
      }
      return [...heads];
    },
  };
}

/**
 * Share of the page's height, at either edge, in which a line with the page's number may be a running head; a larger margin than for
 * others.
 */
const numberedMargin = 0.14;
const minPages = 3;
/** In units of the body's size; a head is hardly larger than the text. */
const headingSize = 1.35;
/** Of two pages alone what repeats may be what they say; a head is nearer to the edge than that. */
const outerMargin = 0.07;
const minShare = 0.5;
function marginLines(page: PageModel, share = margin): Map<string, TextRun[]> {
  const lines = Map.groupBy(
    page.runs.filter((run) => isInMargin(run, page, share) && run.text.trim() !== ''),
    ({ y }) => Math.round(y / 2),
  );
  return new Map([...lines.values()].map((runs) => [keyOf(runs, page), runs]));
}

/** Whether a margin's line is nothing but the number of its page. */
const isPageNumber = (key: string) =>
  /^-?\d+\/\W*(?:page |seite |p\. ?)?#(?:\s*(?:\/|of|von|-)\s*#)?\W*$/i.test(key);

/** How far the numbers at the beginning and the end of a margin's line are from the page's own: one of both may be that of a section. */
function numberOffsets(runs: readonly TextRun[], { number }: PageModel): number[] {
  const text = runs
    .map((run) => run.text)
    .join(' ')
    .trim();
  if (text.length >= 120) return [];
  const found = [/^\d{1,5}(?=\s|$)/, /(?<=\s)\d{1,5}$/].flatMap((place) => place.exec(text) ?? []);
  return found.map((digits) => Number(digits) - number);
}

/** The distance that most pages' numbers have from the place of the page, where they are numbered. */
function findNumbering(pages: readonly PageModel[]): number | undefined {
  const offsets = new Map<number, number>();
  for (const page of pages)
    for (const offset of new Set(
      [...marginLines(page, numberedMargin).values()].flatMap((runs) => numberOffsets(runs, page)),
    ))
      offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
  const [most] = [...offsets].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= Math.max(minPages, pages.length * 0.4) ? most[0] : undefined;
}

/** Lines of text are closer to each other, in units of the font's size. */
const textDistance = 1.6;

/** Whether a margin's line goes on in the text of the page: then it is its first or last line. */
function isNextToText([first]: readonly TextRun[], page: PageModel, heads: ReadonlySet<TextRun>): boolean {
  if (!first) return false;
  const isTop = first.y < page.height / 2;
  return page.runs.some((run) => {
    const distance = isTop ? run.y - first.y : first.y - run.y;
    const isNear = distance > first.size * 0.5 && distance < textDistance * Math.max(first.size, run.size);
    return isNear && run.text.trim() !== '' && !heads.has(run);
  });
}

interface Margin {
  readonly page: PageModel;
  readonly lines: ReadonlyMap<string, readonly TextRun[]>;
}

/** Pages from which on a place alone shows a head. */
const minTypedPages = 6;
/** Share of code in the text above which a line of it at the edge of a page may be one of a listing. */
const maxCodeShare = 0.3;

/**
 * Finds the places at the edges of pages where most of them have a line in a typewriter's letters, whatever it says: such a head names what
 * its page is about. Returns whether a line is one.
 */
function findTypedHeads(
  pages: readonly PageModel[],
  margins: readonly Margin[],
): (runs: readonly TextRun[], page: PageModel) => boolean {
  const counts = new Map<number, number>();
  for (const { page, lines } of margins)
    for (const runs of lines.values())
      if (runs.every(isCode)) counts.set(heightOf(runs, page), (counts.get(heightOf(runs, page)) ?? 0) + 1);
  const needed = Math.max(minTypedPages, pages.length * minShare);
  const places = new Set([...counts].flatMap(([place, count]) => (count >= needed ? [place] : [])));
  if (places.size === 0 || codeShare(pages) > maxCodeShare) return () => false;
  return (runs, page) => places.has(heightOf(runs, page)) && runs.every(isCode);
}

function codeShare(pages: readonly PageModel[]): number {
  let [code, all] = [0, 0];
  for (const { runs } of pages)
    for (const run of runs) {
      all += run.text.length;
      if (isCode(run)) code += run.text.length;
    }
  return code / Math.max(1, all);
}

export interface RunningHeads {
  /** The runs of a page without its head and foot. */
  without(page: PageModel): readonly TextRun[];
}

/**
 * Finds the lines that repeat at the edges of many pages. A line counts only on pages that differ otherwise: if all pages were the same, as
 * forms are, nothing would be left.
 */
export function findRunningHeads(pages: readonly PageModel[], { bodySize }: BodyLook): RunningHeads {
  const counts = new Map<string, number>();
  const margins = pages.map((page) => ({ page, lines: marginLines(page) }));
  for (const { lines } of margins)
    for (const key of lines.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const artifacts = createArtifactLook();
  // The caller may take pages out of the list once they are counted.
  const pageCount = pages.length;
  const needed = Math.max(minPages, Math.ceil(pageCount * minShare));
  const alternating = Math.max(minPages, Math.ceil(pageCount * minShare * 0.5));
  const numbering = findNumbering(pages);
  const isTypedHead = findTypedHeads(pages, margins);
  // Larger than the text, a line is the heading of a chapter that begins on the page.
  const isHeading = (runs: readonly TextRun[]) => runs.every(({ size }) => size > bodySize * headingSize);
  const repeats = (key: string, runs: readonly TextRun[], page: PageModel) => {
    const [first] = runs;
    const count = counts.get(key) ?? 0;
    // Left and right pages have heads of their own.
    if (pageCount > 2 && !isPageNumber(key) && isHeading(runs)) return false;
    if (isTypedHead(runs, page)) return true;
    if (count >= needed || (count >= alternating && pageCount >= 6)) return true;
    if (count < 2 || first === undefined) return false;
    const isOuter = first.y < page.height * outerMargin || first.y > page.height * (1 - outerMargin);
    return isPageNumber(key) || (pageCount === 2 && isOuter);
  };
  return {
    without(page) {
      const lines = [...marginLines(page)];
      // Its text may change with each chapter, its number identifies it.
      const numbered = [...marginLines(page, numberedMargin)].filter(
        ([key, runs]) =>
          numbering !== undefined &&
          numberOffsets(runs, page).includes(numbering) &&
          (isPageNumber(key) || !isHeading(runs)),
      );
      const repeated = lines.filter(([key, runs]) => repeats(key, runs, page));
      const all = new Set(repeated.flatMap(([, runs]) => runs));
      const apart = repeated.filter(([, runs]) => !isNextToText(runs, page, all));
      const marked = artifacts.heads(page, (runs, others) => !isNextToText(runs, page, others));
      const heads = new Set([...[...numbered, ...apart].flatMap(([, runs]) => runs), ...marked]);
      const rest = page.runs.filter((run) => !heads.has(run));
      // A page of nothing but what repeats has no head: that is what it says.
      return rest.some(({ text }) => text.trim() !== '') ? rest : page.runs;
    },
  };
}
