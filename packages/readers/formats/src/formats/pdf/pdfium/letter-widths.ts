import { minTypedSpace } from '../layout/number-gap.ts';

/** In units of the font's size: spaces between words are wider, even on tight lines. */
const widestLetterGap = 0.17;
/** In units of the font's size: how far apart letters are that stand in columns. */
const minSpread = 0.03;
/** How much two gaps of one word may differ, as a share of the wider one. */
const spacingTolerance = 0.3;

/** In units of the font's size: letters of a word are never so far apart, unless all of them are. */
const minLostSpace = 0.2;
const maxLetterGap = 0.06;
/** Scripts with spaces between their words whose letters stand beside each other end here. */
const lastSpaced = '\u0590';
const isSpacedLetter = (text: string) => text < lastSpaced && /^[\p{L}\p{N}]/u.test(text);

/**
 * Finds where words are parted by room alone that PDFium takes for none, as beside a single letter: `printed a letter`. Of a run whose
 * letters all stand apart, as in titles, nothing is known.
 */
function findLostSpaces({ texts, starts, ends, spaces, afterUnknown }: Letters, size: number): number[] {
  const found: number[] = [];
  let near = 0;
  for (let letter = 1; letter < starts.length; letter++) {
    const gap = (starts[letter] as number) - (ends[letter - 1] as number);
    if (gap < maxLetterGap * size) near++;
    else if (gap > minLostSpace * size && !spaces.has(letter) && !afterUnknown?.has(letter))
      found.push(letter);
  }
  if (found.length === 0 || near < 0.7 * (starts.length - 1 - spaces.size)) return [];
  const isLetter = (letter: number) => isSpacedLetter(texts[letter] as string);
  const isMark = (letter: number) => /^[,;:)]$/.test(texts[letter] as string);
  return found.filter((letter) => isLetter(letter) && (isLetter(letter - 1) || isMark(letter - 1)));
}

/** The letters of a run: what each says, where it begins and ends, and the spaces between them. */
export interface Letters {
  readonly texts: string[];
  readonly starts: number[];
  readonly ends: number[];
  /** The numbers of the letters that a space stands before, each with whether it is drawn, and not inferred from the room. */
  readonly spaces: Map<number, boolean>;
  /** The numbers of the letters that one without a known meaning stands before, which is left out; undefined for none. */
  afterUnknown?: Set<number>;
}

/** In units of the font's size: letters that are set apart have as much room between them, and a space as much more. */
const [minTracking, maxTracking] = [0.08, 0.7];
const trackingTolerance = 0.05;
/** Fewer gaps say nothing by themselves. */
const minTrackedGaps = 3;
const minAlikeShare = 0.75;
/** Share of the gaps that PDFium takes for spaces; words are longer than that. */
const minInferredShare = 0.3;
const minLetterShare = 0.8;

/** How much wider than `tracking` the room between two letters that stand apart may be, in points. */
const toleranceOf = (tracking: number, size: number) =>
  spacingTolerance * tracking + trackingTolerance * size;
const isTracked = (gap: number, tracking: number, size: number) =>
  gap <= tracking + toleranceOf(tracking, size);

/**
 * The room, in points, between letters that all stand apart, as in titles, while spaces are drawn or wider; undefined for others. A run of
 * few letters stands apart as others of its line do: `ofLine`.
 */
export function trackingOf(letters: Letters, size: number, ofLine?: number): number | undefined {
  const { texts, starts, ends, spaces } = letters;
  let inferred = 0;
  for (const isDrawn of spaces.values()) if (!isDrawn) inferred++;
  if (inferred === 0 || inferred < minInferredShare * (texts.length - 1)) return undefined;
  const gaps: number[] = [];
  for (let letter = 1; letter < texts.length; letter++)
    if (spaces.get(letter) !== true) gaps.push((starts[letter] as number) - (ends[letter - 1] as number));
  if (gaps.length < minTrackedGaps)
    return ofLine !== undefined && gaps.every((gap) => isTracked(gap, ofLine, size)) ? ofLine : undefined;
  const tracking = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] as number;
  if (tracking < minTracking * size || tracking > maxTracking * size) return undefined;
  const alike = gaps.filter((gap) => Math.abs(gap - tracking) <= toleranceOf(tracking, size)).length;
  const written = texts.filter((text) => text < lastSpaced && /^\p{L}/u.test(text)).length;
  const areAlike = alike >= minAlikeShare * gaps.length && written >= minLetterShare * texts.length;
  return areAlike ? tracking : undefined;
}

/**
 * The text of a run without spaces that are none: where all letters of a word stand apart, as in listings that are set in columns, PDFium
 * takes the room beside narrow letters for a space. Such a gap is as wide as the one before it and the one behind it, or narrower than a
 * typewriter's spaces are.
 */
export function textOfLetters(
  letters: Letters,
  { size, isTyped, tracking }: { size: number; isTyped: boolean; tracking?: number | undefined },
): string {
  const { texts, starts, ends, spaces } = letters;
  const lost = isTyped ? [] : findLostSpaces(letters, size);
  if (spaces.size === 0 && lost.length === 0) return texts.join('');
  const widest = widestLetterGap * size;
  const gapBefore = (letter: number) => (starts[letter] ?? 0) - (ends[letter - 1] ?? 0);
  const isFalse = (letter: number): boolean => {
    const gap = gapBefore(letter);
    if (tracking !== undefined) return spaces.get(letter) === false && isTracked(gap, tracking, size);
    if (!isTyped && (gap <= 0 || gap > widest)) return false;
    const width = (ends[letter] ?? 0) - (starts[letter] ?? 0);
    const beside = [letter - 1, letter + 1].filter((other) => other > 0 && other < starts.length);
    const areSpread = beside.every((other) => gapBefore(other) > minSpread * size);
    if (isTyped && areSpread && spaces.get(letter) === false && gap < minTypedSpace * width) return true;
    if (gap <= 0 || gap > widest) return false;
    const isSimilar = (other: number) => {
      const its = gapBefore(other);
      return Math.abs(its - gap) <= spacingTolerance * Math.max(its, gap);
    };
    return beside.every(isSimilar) && beside.some((other) => !spaces.has(other));
  };
  let text = '';
  let from = 0;
  const parted = lost.length === 0 ? spaces.keys() : [...spaces.keys(), ...lost].sort((a, b) => a - b);
  for (const letter of parted) {
    text += texts.slice(from, letter).join('');
    if (!isFalse(letter)) text += ' ';
    from = letter;
  }
  return text + texts.slice(from).join('');
}

/** Letters that are narrower than the others in all faces but those of typewriters. */
const narrow = /^[ijl.,;:'|!]$/;
const wide = /^[a-eghkm-qs-zA-HK-Z@%&]$/;
/** Fewer kinds of letters are as wide as each other by chance, as digits always are. */
const minKinds = 6;
/** The share by which widths of one pitch differ, as they are rounded; a letter's picture may be wider than its room. */
const widthTolerance = 0.02;
const pictureTolerance = 0.15;
const minEqualShare = 0.7;

/** The widths of the letters of a font that occur on a page, in units of its size. */
export class LetterWidths {
  readonly #widths = new Map<string, number>();
  #narrowest = Number.POSITIVE_INFINITY;
  #widest = 0;
  /** Whether they were found to be fixed, as long as no other letter is added. */
  #areFixed: boolean | undefined;
  /** Whether letters are known to be of several widths, so that no more of them need to be measured. */
  isProportional = false;

  /** Takes a letter that occurs; `measure` returns its width, and is called where it is not yet known. */
  add(text: string, measure: () => number): void {
    if (text.length !== 1 || text < '!' || text > '~' || this.#widths.has(text)) return;
    const width = measure();
    if (!(width > 0)) return;
    this.#widths.set(text, width);
    this.#areFixed = undefined;
    this.#narrowest = Math.min(this.#narrowest, width);
    this.#widest = Math.max(this.#widest, width);
    this.isProportional = this.#widest > (1 + pictureTolerance) * this.#narrowest;
  }

  /** Whether narrow and wide letters were seen, and nearly all are of one width. */
  get areFixed(): boolean {
    this.#areFixed ??= this.#judge();
    return this.#areFixed;
  }

  #judge(): boolean {
    if (this.isProportional || this.#widths.size < minKinds) return false;
    const equal = [...this.#widths].filter(([, width]) => width <= (1 + widthTolerance) * this.#narrowest);
    const seen = (kind: RegExp) => equal.some(([text]) => kind.test(text));
    return equal.length >= minEqualShare * this.#widths.size && seen(narrow) && seen(wide);
  }
}
