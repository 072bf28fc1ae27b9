import { lexer, type Token } from 'marked';

/** Piece of a passage; `isHit` marks a word of the query. */
interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isHit: boolean;
}

const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Words that are not highlighted because they carry no meaning of their own. */
const fillers = new Set(
  'a an and are as at be but by can do does for from have how i if in is it me my not of on or our that the their there they this to was we what when where which who why will with you your'.split(
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
    if (fillers.has(word.toLowerCase()) || !roots.has(root(word))) continue;
    if (index > end) pieces.push({ start: end, text: text.slice(end, index), isHit: false });
    pieces.push({ start: index, text: word, isHit: true });
    end = index + word.length;
  }
  if (end < text.length) pieces.push({ start: end, text: text.slice(end), isHit: false });
  return pieces;
}

/** Maximum depth of nested quotes and lists. Deeper texts are shown as plain text: browsers do not lay out thousands of nested boxes. */
const maxDepth = 40;
/** Maximum length of a text in characters; parsing a longer one could take seconds, so that it is shown as plain text. */
const maxLength = 10_000;

/** Returns the inner tokens of a token, by the properties of its kind. */
const innerOf = (token: Token): readonly Token[] => {
  const items: unknown = 'items' in token ? token.items : undefined;
  const own = 'tokens' in token ? (token.tokens ?? []) : [];
  return Array.isArray(items) ? [...own, ...items] : own;
};

const isDeep = (tokens: readonly Token[], levels = maxDepth): boolean =>
  levels === 0 || tokens.some((token) => isDeep(innerOf(token), levels - 1));

/** Returns the blocks of a passage; one plain text if it cannot be parsed as Markdown in reasonable time. */
export function blocksOf(markdown: string): Token[] {
  const plain = [{ type: 'text', raw: markdown, text: markdown }];
  if (markdown.length > maxLength) return plain;
  try {
    const tokens = lexer(markdown);
    return isDeep(tokens) ? plain : tokens;
  } catch {
    return plain;
  }
}

/** Removes the incomplete marks of a quotation that begins or ends within a link or bold text. */
export function dropCutMarks(quote: string): string {
  const whole = quote.replace(/\[([^[\]]*)\]\([^()\s]*$/u, '$1').replace(/^([^[\]]*)\]\([^()\s]*\)/u, '$1');
  const isBalanced = whole.split('**').length % 2 === 1;
  return isBalanced ? whole : whole.replaceAll('**', '');
}

/** Returns whether a block belongs to the block after it, as a heading does. */
const isHeading = (token: Token | undefined) => token?.type === 'heading' || token?.type === 'space';

/** Counts the words of the query in a block. */
const wordsIn = (block: Token, query: string) =>
  new Set(highlight(block.raw, query).flatMap(({ isHit, text }) => (isHit ? [text.toLowerCase()] : []))).size;

/** Returns the blocks from the one with the most words of the query on, with its headings; all blocks if none has any. */
export function fromBestHit(blocks: readonly Token[], query: string): readonly Token[] {
  const counts = blocks.map((block) => wordsIn(block, query));
  let first = counts.indexOf(Math.max(0, ...counts));
  while (first > 0 && isHeading(blocks[first - 1])) first -= 1;
  return blocks.slice(first);
}
