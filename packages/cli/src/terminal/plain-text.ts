import { lexer, type Token, type Tokens } from 'marked';

/** A longer text is left as it was written: reading it could take seconds. */
const longest = 10_000;

/** Tokens that contain blocks, which stand on lines of their own. */
const containers = new Set(['blockquote', 'list_item']);

const join = (tokens: readonly Token[], separator = ''): string => tokens.map(textOf).join(separator);

function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => join(tokens)).join(' | ')).join('\n');
  }
  if (token.type === 'list') return join((token as Tokens.List).items, '\n');
  if (token.type === 'hr') return '';
  if ('tokens' in token && token.tokens) return join(token.tokens, containers.has(token.type) ? '\n' : '');
  return 'text' in token ? token.text : token.raw;
}

/** The words of a Markdown text as a page would show them: without marks and addresses of links, cells of tables separated by ` | `. */
export function plainText(markdown: string): string {
  if (markdown.length > longest) return markdown;
  try {
    return join(lexer(markdown), '\n').trim();
  } catch {
    // Nested too deeply to be read.
    return markdown;
  }
}
