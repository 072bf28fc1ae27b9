/** A piece of a passage; `isHit` is a word that was searched for. */
export interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isHit: boolean;
}

const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Words without meaning of their own. */
const fillers = new Set(
  'a an and are as at be but by can do does for from have how i if in is it me my not of on or our that the their this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The common part of a word's forms, roughly: leave, leaves, leaving. */
function root(word: string): string {
  const lower = word.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/(?:ingly|ings|ing|edly|ed|ies|es|ly|s|e|y)$/u, '');
  return bare.length >= 3 ? bare : lower;
}

/** The common parts of the words of a query. */
function rootsOf(query: string): ReadonlySet<string> {
  const found = [...query.matchAll(words)].map(([word]) => word);
  return new Set(found.filter((word) => !fillers.has(word.toLowerCase())).map(root));
}

/** A text in pieces, of which those are hits that are words of the query or forms of them. */
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
