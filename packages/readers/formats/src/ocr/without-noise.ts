import type { TextLine, Word } from './hocr.ts';

/** Mean confidence, by characters, from which on all of a reading is taken for text. */
const minTextConfidence = 50;
/** Confidence that tesseract hardly ever has in a pattern. */
const sureConfidence = 70;
/** Share of the characters in words that tesseract is sure of, from which on a reading is that of a bad scan. */
const minSureShare = 0.08;

/** A word of three letters or digits, or a sign that is a word by itself. */
const isSureWord = ({ text, confidence }: Word) =>
  confidence >= sureConfidence && /[\p{L}\p{N}]{3}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text);

const lengthOf = (words: readonly Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the mean confidence of tesseract in lines, from 0 to 100, by characters. */
export function confidenceOf(lines: readonly TextLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const sum = words.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return sum / Math.max(1, lengthOf(words));
}

/**
 * Leaves out the words that tesseract makes of photos and patterns, of which it is sure of next to none; `confidence` is its mean
 * confidence in all that it has found. A sign on a photo stays: a line that is mostly sure.
 */
export function withoutNoise(lines: readonly TextLine[], confidence: number): readonly TextLine[] {
  if (confidence >= minTextConfidence) return lines;
  const sureLength = ({ words }: TextLine) => lengthOf(words.filter(isSureWord));
  const all = lengthOf(lines.flatMap(({ words }) => words));
  const sure = lines.reduce((sum, line) => sum + sureLength(line), 0);
  if (sure >= minSureShare * all && sure > 0) return lines;
  return lines.filter((line) => sureLength(line) * 2 >= lengthOf(line.words));
}
