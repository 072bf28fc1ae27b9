import { lexer, type Token, type Tokens } from 'marked';
import { type Facts, noFacts } from './facts.ts';

const plain = (text: string) =>
  text
    .replace(/<br>/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Returns the visible text of inline tokens. */
export function textOfTokens(tokens: readonly Token[]): string {
  const texts = tokens.map((token) => {
    if (token.type === 'br') return ' ';
    if (token.type === 'html') return token.raw.startsWith('<br') ? ' ' : '';
    if (token.type === 'escape' || token.type === 'codespan') return token.text as string;
    if ('tokens' in token && token.tokens) return textOfTokens(token.tokens);
    return 'text' in token ? (token.text as string) : '';
  });
  return texts.join('').replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}

/** Reads Markdown as CommonMark with tables, of any writer, and lists what it says. */
export function factsOfMarkdown(markdown: string): Facts {
  const facts = noFacts();
  readBlocks(facts, lexer(markdown.replace(/^---\n[\s\S]*?\n---\n/, '')), 0);
  return facts;
}

function readBlocks(facts: Facts, tokens: readonly Token[], depth: number): void {
  for (const token of tokens) readBlock(facts, token, depth);
}

function readBlock(facts: Facts, token: Token, depth: number): void {
  switch (token.type) {
    case 'heading':
      facts.headings.push({
        level: token.depth,
        text: plain(textOfTokens(token.tokens ?? []).replace(/\{#[^}]*\}$/, '')),
      });
      readInlines(facts, token.tokens ?? []);
      return;
    case 'list':
      for (const item of (token as Tokens.List).items) readItem(facts, item, depth);
      return;
    case 'table':
      readTable(facts, token as Tokens.Table);
      return;
    case 'code':
      facts.code.push(token.text);
      facts.texts.push(token.text);
      return;
    case 'blockquote':
      readBlocks(facts, token.tokens ?? [], depth);
      return;
    case 'html':
      facts.texts.push(plain(token.text.replace(/<[^>]*>/g, ' ')));
      return;
    default:
      if ('tokens' in token && token.tokens) readInlines(facts, token.tokens);
  }
}

function readItem(facts: Facts, item: Tokens.ListItem, depth: number): void {
  const own = item.tokens.filter(({ type }) => type === 'text' || type === 'paragraph');
  facts.items.push({ depth, text: plain(textOfTokens(own)) });
  readBlocks(facts, item.tokens, depth + 1);
}

function readTable(facts: Facts, { header, rows }: Tokens.Table): void {
  const cells = [header, ...rows];
  facts.tables.push(cells.map((row) => row.map(({ tokens }) => plain(textOfTokens(tokens)))));
  // Whether the words of a head are bold is a matter of taste.
  for (const { tokens } of header) facts.texts.push(plain(textOfTokens(tokens)));
  for (const { tokens } of rows.flat()) readInlines(facts, tokens);
}

function readInlines(facts: Facts, tokens: readonly Token[]): void {
  facts.texts.push(plain(textOfTokens(tokens)));
  readMarks(facts, tokens);
}

function readMarks(facts: Facts, tokens: readonly Token[]): void {
  for (const token of tokens) {
    const inner = 'tokens' in token ? (token.tokens ?? []) : [];
    if (token.type === 'strong') facts.bold.push(plain(textOfTokens(inner)));
    if (token.type === 'em') facts.italic.push(plain(textOfTokens(inner)));
    if (token.type === 'codespan') facts.code.push(plain(token.text as string));
    if (token.type === 'link') facts.links.push(`${plain(textOfTokens(inner))} ${token.href}`);
    readMarks(facts, inner);
  }
}
