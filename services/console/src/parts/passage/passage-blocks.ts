import { lexer, type Token } from 'marked';
import { highlight } from './highlight.ts';

/** Deeper quotes and lists are shown as they were written: browsers do not lay out thousands of nested boxes. */
const deepest = 40;
/** A longer text is shown as it was written: reading it could take seconds. */
const longest = 10_000;

/** The inner tokens of a token, by the properties of its kind. */
const innerOf = (token: Token): readonly Token[] => {
  const items: unknown = 'items' in token ? token.items : undefined;
  const own = 'tokens' in token ? (token.tokens ?? []) : [];
  return Array.isArray(items) ? [...own, ...items] : own;
};

const isDeep = (tokens: readonly Token[], levels = deepest): boolean =>
  levels === 0 || tokens.some((token) => isDeep(innerOf(token), levels - 1));

/** The blocks of a passage; one plain text where it cannot be read as Markdown in reasonable time. */
export function blocksOf(markdown: string): Token[] {
  const plain = [{ type: 'text', raw: markdown, text: markdown }];
  if (markdown.length > longest) return plain;
  try {
    const blocks = lexer(markdown);
    return isDeep(blocks) ? plain : blocks;
  } catch {
    return plain;
  }
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
