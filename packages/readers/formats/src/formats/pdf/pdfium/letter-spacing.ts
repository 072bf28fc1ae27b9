/** In units of the font's size: spaces between words are wider, even on tight lines. */
const widestLetterGap = 0.17;
/** How much two gaps of one word may differ, as a share of the wider one. */
const tolerance = 0.3;

/** The letters of a run: what each says, where it begins and ends, and the spaces between them. */
export interface Letters {
  readonly texts: string[];
  readonly starts: number[];
  readonly ends: number[];
  /** The numbers of the letters that a space stands before. */
  readonly spaces: Set<number>;
}

/**
 * The text of a run without spaces that are none: where all letters of a word stand apart, as in listings that are set in columns, PDFium
 * takes the room beside narrow letters for a space. Such a gap is as wide as the one before it and the one behind it.
 */
export function textOfLetters({ texts, starts, ends, spaces }: Letters, size: number): string {
  if (spaces.size === 0) return texts.join('');
  const gapBefore = (letter: number) => (starts[letter] ?? 0) - (ends[letter - 1] ?? 0);
  const isFalse = (letter: number): boolean => {
    const gap = gapBefore(letter);
    if (gap <= 0 || gap > widestLetterGap * size) return false;
    const beside = [letter - 1, letter + 1].filter((other) => other > 0 && other < starts.length);
    const isSimilar = (other: number) => {
      const its = gapBefore(other);
      return Math.abs(its - gap) <= tolerance * Math.max(its, gap);
    };
    return beside.every(isSimilar) && beside.some((other) => !spaces.has(other));
  };
  return texts.map((text, letter) => (spaces.has(letter) && !isFalse(letter) ? ` ${text}` : text)).join('');
}
