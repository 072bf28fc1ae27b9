import { Lexer, lexer, type Token } from 'marked';
import { highlight } from './highlight.ts';

/** Deeper quotes and lists are shown as they were written: browsers do not lay out thousands of nested boxes. */
const maxDepth = 40;
/** A longer text is shown as it was written: reading it could take seconds. */
const maxLength = 10_000;

/** The inner tokens of a token, by the properties of its kind. */
const innerOf = (token: Token): readonly Token[] => {
  const items: unknown = 'items' in token ? token.items : undefined;
  const own = 'tokens' in token ? (token.tokens ?? []) : [];
  return Array.isArray(items) ? [...own, ...items] : own;
};

const isDeep = (tokens: readonly Token[], levels = maxDepth): boolean =>
  levels === 0 || tokens.some((token) => isDeep(innerOf(token), levels - 1));

function tokensOf(markdown: string, read: (text: string) => Token[]): Token[] {
  const plain = [{ type: 'text', raw: markdown, text: markdown }];
  if (markdown.length > maxLength) return plain;
  try {
    const tokens = read(markdown);
    return isDeep(tokens) ? plain : tokens;
  } catch {
    return plain;
  }
}

/** The blocks of a passage; one plain text where it cannot be read as Markdown in reasonable time. */
export const blocksOf = (markdown: string): Token[] => tokensOf(markdown, lexer);

/** The parts of a sentence, without blocks: a `#` or `-` at its start is text. */
export const inlineOf = (markdown: string): Token[] => tokensOf(markdown, (text) => Lexer.lexInline(text));

/** The words of a quotation that begins or ends within a link or within bold text, without what is left of its marks. */
export function dropCutMarks(quote: string): string {
  const whole = quote.replace(/\[([^[\]]*)\]\([^()\s]*$/u, '$1').replace(/^([^[\]]*)\]\([^()\s]*\)/u, '$1');
  const isBalanced = whole.split('**').length % 2 === 1;
  return isBalanced ? whole : whole.replaceAll('**', '');
}

/** Headings stay with the block that follows them, as they describe it. */
const isHeading = (token: Token | undefined) => token?.type === 'heading' || token?.type === 'space';

/** How many of the words of the query a block has. */
const wordsIn = (block: Token, query: string) =>
  new Set(highlight(block.raw, query).flatMap(({ isHit, text }) => (isHit ? [text.toLowerCase()] : []))).size;

/** The blocks from the one with the most words of the query, with its headings; all of them where none has any. */
export function fromBestHit(blocks: readonly Token[], query: string): readonly Token[] {
  const counts = blocks.map((block) => wordsIn(block, query));
  let first = counts.indexOf(Math.max(0, ...counts));
  while (first > 0 && isHeading(blocks[first - 1])) first -= 1;
  return blocks.slice(first);
}
