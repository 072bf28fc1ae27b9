/** Piece of a passage; `isHit` marks a word of the query. */
export interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isHit: boolean;
}

const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Words that are not highlighted because they carry no meaning of their own. */
const fillers = new Set(
  'a an and are as at be but by can do does for from have how i if in is it me my not of on or our that the their this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Returns the approximate stem of a word, which its forms share: leave, leaves, leaving. */
function root(word: string): string {
  const lower = word.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/(?:ingly|ings|ing|edly|ed|ies|es|ly|s|e|y)$/u, '');
  return bare.length >= 3 ? bare : lower;
}

/** Returns the stems of the words of a query. */
function rootsOf(query: string): ReadonlySet<string> {
  const found = [...query.matchAll(words)].map(([word]) => word);
  return new Set(found.filter((word) => !fillers.has(word.toLowerCase())).map(root));
}

/** Splits a text into pieces; words that share a stem with a word of the query are hits. */
export function highlight(text: string, query: string): Piece[] {
  const roots = rootsOf(query);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!roots.has(root(word))) continue;
    if (index > end) pieces.push({ start: end, text: text.slice(end, index), isHit: false });
    pieces.push({ start: index, text: word, isHit: true });
    end = index + word.length;
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end), isHit: false });
  return pieces;
}
