/** In units of the font's size: spaces between words are wider, even on tight lines. */
const widestLetterGap = 0.17;
/** How much two gaps of one word may differ, as a share of the wider one. */
const tolerance = 0.3;

/** The letters of a run: what each says, where it begins and ends, and the spaces between them. */
export interface Letters {
  readonly texts: string[];
  readonly starts: number[];
  readonly ends: number[];
  /** Spaces before letters: their offsets in the text and the numbers of the letters. */
  readonly spaces: { readonly offset: number; readonly letter: number }[];
}

/**
 * The text of a run without spaces that are none: where all letters of a word stand apart, as in listings that are set in columns, PDFium
 * takes the room beside narrow letters for a space. Such a gap is as wide as the one before it and the one behind it.
 */
export function withoutFalseSpaces(text: string, { starts, ends, spaces }: Letters, size: number): string {
  if (spaces.length === 0) return text;
  const gapBefore = (letter: number) => (starts[letter] ?? 0) - (ends[letter - 1] ?? 0);
  const isSpace = new Set(spaces.map(({ letter }) => letter));
  const isFalse = (letter: number): boolean => {
    const gap = gapBefore(letter);
    if (gap <= 0 || gap > widestLetterGap * size) return false;
    const beside = [letter - 1, letter + 1].filter((other) => other > 0 && other < starts.length);
    const isSimilar = (other: number) => {
      const its = gapBefore(other);
      return Math.abs(its - gap) <= tolerance * Math.max(its, gap);
    };
    return beside.every(isSimilar) && beside.some((other) => !isSpace.has(other));
  };
  let written = '';
  let from = 0;
  for (const { offset, letter } of spaces)
    if (isFalse(letter)) {
      written += text.slice(from, offset);
      from = offset + 1;
    }
  return written + text.slice(from);
}
