import type { TextLine, Word } from './hocr.ts';

/** Confidence of tesseract, in percent, below which a word may be a speck or line mistaken for letters. */
export const minConfidence = 25;

const isSure = ({ confidence }: Word) => confidence >= minConfidence;

/** Specks are taken for signs and single letters. */
const isWord = ({ text }: Word) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

const lengthOf = (words: readonly Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Leaves out noise. In a line that tesseract is mostly confident of, keeps words of low confidence as well: it has none in names,
 * code and most French words with an apostrophe (`l'installateur`), and nearly all of these are right.
 */
export function withoutSpecks(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    const { words } = line;
    const sure = lengthOf(words.filter(isSure));
    if (sure === 0) return [];
    const isText = sure >= lengthOf(words) / 2;
    // A single sign at the beginning may be the mark of a list's item, of which tesseract is never sure.
    const isMark = ({ text }: Word, index: number) => index === 0 && text.length === 1;
    const isKept = (word: Word, index: number) =>
      isSure(word) || isMark(word, index) || (isText && isWord(word));
    return [{ ...line, words: words.filter(isKept) }];
  });
}
