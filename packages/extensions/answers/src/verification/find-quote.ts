/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Word extends Span {
  readonly key: string;
}

/** Scripts without spaces between words, whose characters are compared one by one. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Marks that typesetting leaves within words and that are invisible. */
const invisible = '\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
const word = new RegExp(`[${unspaced}]|[[\\p{L}\\p{M}\\p{N}${invisible}]--[${unspaced}]]+`, 'gv');
const invisibleMarks = new RegExp(`[${invisible}]`, 'gu');

const keyOf = (text: string) => text.normalize('NFKC').replace(invisibleMarks, '').toLowerCase();

/** The words of a text as quotes are compared by: letters and digits in compatibility form and lower case; what stands between does not count. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(word)].flatMap(({ 0: found, index }) => {
    const key = keyOf(found);
    return key === '' ? [] : [{ key, start: index, end: index + found.length }];
  });
}

/** Of each beginning of the words, how many of its last words are also its first: Knuth, Morris and Pratt 1977. */
function bordersOf(wanted: readonly string[]): number[] {
  const borders = [0];
  for (let at = 1, matched = 0; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (wanted[at] === wanted[matched]) matched += 1;
    borders.push(matched);
  }
  return borders;
}

/** Finds the words in this order, next to each other; undefined when they do not. Reads each word once, however often words repeat. */
function findSequence(within: readonly Word[], wanted: readonly string[], from: number): number | undefined {
  const borders = bordersOf(wanted);
  for (let at = from, matched = 0; at < within.length; at += 1) {
    const key = within[at]?.key;
    while (matched > 0 && key !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (key === wanted[matched]) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return undefined;
}

const ellipsis = /\s*(?:\.{3,}|…|\[(?:\.{3}|…)\])\s*/u;

/**
 * Finds the words of a quote in a text, which may leave some out with an ellipsis; then the place of its longest part. Undefined where a
 * part does not occur, or where the quote has no words.
 */
export function findQuote(words: readonly Word[], quote: string): Span | undefined {
  const parts = quote
    .split(ellipsis)
    .map((part) => wordsOf(part).map(({ key }) => key))
    .filter((part) => part.length > 0);
  let from = 0;
  let longest: readonly [number, number] | undefined;
  for (const part of parts) {
    const at = findSequence(words, part, from);
    if (at === undefined) return undefined;
    from = at + part.length;
    if (!longest || part.length > longest[1] - longest[0]) longest = [at, from];
  }
  const [first, last] = longest ? [words[longest[0]], words[longest[1] - 1]] : [];
  return first && last && { start: first.start, end: last.end };
}

/** Minimum number of words of a quote that leaves some out, and maximum number of words that it leaves out for each that it has. */
const minScatteredWords = 5;
const maxLeftOut = 1.5;

/** Whether a text has the words of a quote in their order, and not many others between them: models leave words out without a sign. */
export function hasScattered(text: string, quote: string): boolean {
  const wanted = wordsOf(quote);
  if (wanted.length < minScatteredWords) return false;
  let matched = 0;
  let leftOut = 0;
  for (const { key } of wordsOf(text)) {
    if (key === wanted[matched]?.key) matched += 1;
    else if (matched > 0) leftOut += 1;
    if (matched === wanted.length) return leftOut <= maxLeftOut * matched;
  }
  return false;
}
