import { createCodeSpans } from './code-spans.ts';
import { createEmphasis } from './emphasis.ts';

const token =
  /\\[!-/:-@[-`{-~]|`+|!?\[|\]|[*_]+|~~|<(?:https?:\/\/|mailto:)[^<>\s]{1,2048}>|<\/?[a-z][a-z\d-]{0,31}(?:\s[^<>]{0,1024})?\/?>|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/iy;
/** Up to what may begin one of the above. */
const plain = /[^\\`![\]*_~<&]+|./sy;
const destination =
  /\((?:<[^<>\n]{0,2048}>|[^\s()<>]{0,2048}(?:\([^\s()]{0,1024}\)[^\s()<>]{0,1024})?)(?:\s+"[^"\n]{0,1024}")?\s*\)/y;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function entity(text: string): string {
  const name = text.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return entities[name] ?? text;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : text;
}

/** Returns the text that an escape, an entity or an autolink stands for. */
function literal(found: string): string {
  if (found.startsWith('\\')) return found.slice(1);
  if (found.startsWith('&')) return entity(found);
  return /^<(?:https?:|mailto:)/i.test(found) ? found.slice(1, -1) : '';
}

/** The text of a paragraph without its markup: emphasis, links, code, escapes and entities. Takes linear time. */
export function inlineText(text: string): string {
  const pieces: string[] = [];
  const brackets: number[] = [];
  const codeSpan = createCodeSpans(text);
  const emphasis = createEmphasis(pieces);

  function closeBracket(at: number): number {
    const opening = brackets.pop();
    const target = opening === undefined ? undefined : matchAt(destination, text, at + 1);
    if (opening === undefined || target === undefined) {
      pieces.push(']');
      return 1;
    }
    pieces[opening] = '';
    return 1 + target.length;
  }

  /** Takes what was found; returns how far it goes. */
  function take(found: string, at: number): number {
    const [first = ''] = found;
    if (first === ']') return closeBracket(at);
    if (first === '`') {
      const { code, length } = codeSpan(at, found);
      pieces.push(code);
      return length;
    }
    if (found.endsWith('[') && first !== '\\') brackets.push(pieces.push(found) - 1);
    else if ('*_~'.includes(first)) emphasis(found, text[at - 1], text[at + found.length]);
    else pieces.push(literal(found));
    return found.length;
  }

  for (let at = 0; at < text.length; ) {
    const found = matchAt(token, text, at);
    const rest = found ? '' : (matchAt(plain, text, at) ?? '');
    if (rest) pieces.push(rest);
    at += found ? take(found, at) : rest.length;
  }
  return pieces.join('');
}
