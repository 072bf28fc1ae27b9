import { compare, type Tally } from '../scores/score.ts';

/** Characters of scripts without spaces are words of their own, also beside letters of other scripts. */
const single = String.raw`(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`;
const word = new RegExp(String.raw`${single}|(?:(?!${single})[\p{L}\p{N}\p{M}])+`, 'gu');
const hyphen = /(?<=[\p{L}\p{N}])[-\u00ad\u2010\u2011]\s*(?=[\p{L}\p{N}])/gu;
/** The marks of raised and lowered letters, which pdftotext joins to the word before them. */
const raised = /(?<=[\p{L}\p{N}.,;:)”"’])\^(?=[\p{L}\p{N}])|[_^]\{([^{}]*)\}/gu;

/** The words of a text in lower case; a hyphen within a word is dropped, so that words cut at the end of a line are whole on both sides. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replace(hyphen, '').replace(raised, '$1').match(word) ?? [];

const edgeLines = 2;
const minRepeats = 3;
const keyOf = (line: string) =>
  line
    .trim()
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/i, '#');

const edgesOf = (lines: readonly string[]) =>
  new Set([...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)]);

/** The output of `pdftotext` without the running heads, feet and page numbers: what a reader of the document does not read. */
function withoutRunningHeads(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n').filter((line) => line.trim() !== ''));
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set([...edgesOf(lines)].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: string) => keyOf(line) === '#' || (counts.get(keyOf(line)) ?? 0) >= minRepeats;
  return pages
    .map((lines) => {
      const last = lines.length - edgeLines;
      return lines.filter((line, index) => !((index < edgeLines || index >= last) && isRunning(line)));
    })
    .map((lines) => lines.join('\n'))
    .join('\n');
}

export interface WordScores {
  /** Of the words of the pages' text, how many were found again. */
  readonly recall: number;
  /** Of the words that were found, how many are in the document, running heads included. */
  readonly precision: number;
  /** Spaces between words that were lost, of all. */
  readonly lostSpaces: Tally;
}

/** Words that are two or three neighbors of the reference written as one. */
function countLostSpaces(reference: readonly string[], found: readonly string[]): Tally {
  const known = new Set(reference);
  const glued = new Map<string, number>();
  reference.forEach((first, index) => {
    const [second = '', third = ''] = reference.slice(index + 1, index + 3);
    glued.set(first + second + third, 2);
    glued.set(first + second, 1);
  });
  const lost = found.reduce((sum, one) => sum + (known.has(one) ? 0 : (glued.get(one) ?? 0)), 0);
  return { expected: reference.length, found: found.length, right: lost };
}

/** Compares what was read of a PDF with what `pdftotext` reads. */
export function scoreWords(pdftotext: string, text: string): WordScores {
  const [all, body, found] = [wordsOf(pdftotext), wordsOf(withoutRunningHeads(pdftotext)), wordsOf(text)];
  const recalled = compare(body, found);
  const right = compare(all, found).right;
  return {
    recall: recalled.right / Math.max(1, recalled.expected),
    precision: right / Math.max(1, found.length),
    lostSpaces: countLostSpaces(all, found),
  };
}
