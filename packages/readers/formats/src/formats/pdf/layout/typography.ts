import type { PageModel } from '../page-model.ts';
import { isCode } from './inlines.ts';

/** The looks of a line, as far as headings are recognized by them. */
export interface LineStyle {
  readonly size: number;
  readonly bold: boolean;
}

/** Typography of a document's body text. */
export interface BodyLook {
  readonly bodySize: number;
  /** Whether most of the text is bold, so that bold means nothing. */
  readonly isBodyBold: boolean;
  /** Whether that is so in a text of some length, where marking it would only be noise. */
  readonly isBoldMeaningless: boolean;
  /** Other sizes that much of the text has, as where chapters of a manual differ: larger than the body's, but no heading's. */
  readonly otherSizes: ReadonlySet<number>;
}

/** How a document looks: what its body is set in, and which looks its headings have. */
export interface Typography extends BodyLook {
  /** From 1; undefined for looks that no heading has. */
  headingLevel(style: LineStyle): number | undefined;
  /** How far below each other the lines of one paragraph are at most, in units of the font's size. */
  readonly lineDistance: number;
}

/** Letters of a text that says how its document is set. */
const longText = 2_000;
const maxLevel = 6;
const grain = 2;
/** How much larger than the body a heading's size is. */
const larger = 1.08;
/** How much smaller one may be that is bold, as those of papers in two columns. */
const smaller = 0.88;

const roundSize = (size: number) => Math.round(size * grain) / grain;
const keyOf = ({ size, bold }: LineStyle) => roundSize(size) + (bold ? 0.1 : 0);

/** Whether a line is set to stand out from the body. */
export function standsOut(
  { bodySize, isBodyBold, otherSizes }: BodyLook,
  { size, bold }: LineStyle,
): boolean {
  if (bold && !isBodyBold && size >= bodySize * smaller) return true;
  return size > bodySize * larger && !otherSizes.has(roundSize(size));
}

/** Headings take a smaller share of a text, which says less where it is short, and are larger than another body. */
const minTextShare = 0.08;
const minShortTextShare = 0.2;
const maxBodyRatio = 1.3;
const longerText = 10_000;

function otherSizesOf(sizes: ReadonlyMap<number, number>, bodySize: number): Set<number> {
  const all = [...sizes.values()].reduce((sum, count) => sum + count, 0);
  if (all < longText) return new Set();
  const least = all < longerText ? minShortTextShare : minTextShare;
  const isBodyToo = ([size, count]: [number, number]) =>
    count >= least * all && size < maxBodyRatio * bodySize;
  return new Set([...sizes].filter(isBodyToo).map(([size]) => size));
}

/** The looks that take most characters are the body's. */
export function measureBody(pages: readonly PageModel[]): BodyLook {
  const sizes = new Map<number, number>();
  let [bold, all] = [0, 0];
  for (const { runs } of pages)
    for (const run of runs) {
      const { text, size, font } = run;
      // Code is smaller than the text around it; where there is nothing else it counts, though little.
      const weight = isCode(run) ? 0.001 : 1;
      sizes.set(roundSize(size), (sizes.get(roundSize(size)) ?? 0) + weight * text.length);
      if (font.bold) bold += text.length;
      all += text.length;
    }
  const [most] = [...sizes].sort((a, b) => b[1] - a[1]);
  const bodySize = most?.[0] ?? 11;
  const isBodyBold = bold > all / 2;
  return {
    bodySize,
    isBodyBold,
    isBoldMeaningless: isBodyBold && all >= longText,
    otherSizes: otherSizesOf(sizes, bodySize),
  };
}

/** Levels by rank: the largest looks that headings have are the first level. */
export function createTypography(
  body: BodyLook,
  headings: Iterable<LineStyle>,
  lineDistance: number,
): Typography {
  const looks = [...new Set([...headings].map(keyOf))].sort((a, b) => b - a);
  return {
    ...body,
    lineDistance,
    headingLevel(style) {
      const rank = looks.indexOf(keyOf(style));
      return rank === -1 ? undefined : Math.min(maxLevel, rank + 1);
    },
  };
}
