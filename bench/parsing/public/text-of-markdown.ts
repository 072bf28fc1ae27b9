import { lexer, type Token, type Tokens } from 'marked';
import { factsOfMarkdown } from '../scores/markdown-facts.ts';

/** The numbers of a list's items, which pdftotext reads as words. */
function numbersOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'list') return 'tokens' in token && token.tokens ? numbersOf(token.tokens) : [];
    const { ordered, start, items } = token as Tokens.List;
    const own = ordered ? items.map((_, index) => String(Number(start) + index)) : [];
    return [...own, ...items.flatMap((item) => numbersOf(item.tokens))];
  });
}

/** Returns the visible text of Markdown, each piece on a line. */
export function textOfMarkdown(markdown: string): string {
  return [...factsOfMarkdown(markdown).texts, ...numbersOf(lexer(markdown))].join('\n');
}
