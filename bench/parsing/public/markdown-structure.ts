import { lexer, type Token, type Tokens } from 'marked';
import { textOfTokens } from '../scores/markdown-facts.ts';
import {
  addressOf,
  headingOf,
  itemOf,
  linesOfCode,
  noStructure,
  plainOf,
  type StructureFacts,
} from './html-facts.ts';

const cellOf = ({ tokens }: Tokens.TableCell) => plainOf(textOfTokens(tokens));

function readToken(facts: StructureFacts, token: Token): void {
  if (token.type === 'heading') facts.headings.push(headingOf(textOfTokens(token.tokens ?? [])));
  if (token.type === 'code') facts.codeLines.push(...linesOfCode(token.text));
  if (token.type === 'link' && /^https?:/.test(token.href)) facts.links.push(addressOf(token.href));
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    facts.tables.push([header, ...rows].map((row) => row.map(cellOf)));
    for (const cell of [header, ...rows].flat()) readTokens(facts, cell.tokens);
  }
  if (token.type === 'list')
    for (const item of (token as Tokens.List).items) {
      const own = item.tokens.filter(({ type }) => type === 'text' || type === 'paragraph');
      facts.items.push(itemOf(textOfTokens(own)));
      readTokens(facts, item.tokens);
    }
  if ('tokens' in token && token.tokens) readTokens(facts, token.tokens);
}

function readTokens(facts: StructureFacts, tokens: readonly Token[]): void {
  for (const token of tokens) readToken(facts, token);
}

/** Returns the structure of a document from its Markdown. */
export function structureOfMarkdown(markdown: string): StructureFacts {
  const facts = noStructure();
  readTokens(facts, lexer(markdown));
  return facts;
}
