import { countTokens } from '../tokenizer/count-tokens.ts';

/** The tokens of a text where it stands: those of all texts of a chunk add up to those of the chunk. */
export interface Measure {
  /** Of the text with `lead` before it, and without the spaces at its end. */
  readonly tokens: number;
  /** The spaces before the text: to the tokenizer they belong to the word that follows. */
  readonly lead: string;
  /** Whether no token reaches over the text's beginning: see `pieceEnd`. */
  readonly isSeparate: boolean;
}

/** UTF-16 units a token that are more than any language or code has on average. */
const maxAverageLength = 16;

/** Measures a text that stands after `before`. One that surely has more than `limit` tokens is not counted: it has Infinity. */
export function measureText(before: string, text: string, limit = Infinity): Measure {
  const visible = before.trimEnd();
  const blank = before.slice(visible.length);
  const lead = blank.slice(endOfLastLine(blank));
  // The two characters that are white space to either JavaScript or the tokenizer alone.
  const isSeparate = blank !== '' && !/[\ufeff\u0085]/.test(visible.slice(-1) + blank);
  const isSurelyLonger = text.length > limit * maxAverageLength;
  const tokens = isSurelyLonger ? Number.POSITIVE_INFINITY : countTokens(lead + withoutLastSpaces(text));
  return { tokens, lead, isSeparate };
}

/** The tokens of consecutive texts, the first without its lead, the last without white space at its end but with `closing`. */
export function countTogether(texts: readonly (Measure & { readonly text: string })[], closing = ''): number {
  const [first, ...others] = texts;
  const last = others.at(-1);
  if (!first) return 0;
  if (!last) return countTokens(first.text.trimEnd() + closing);
  if (!others.every(({ isSeparate }) => isSeparate)) {
    const whole = texts.map(({ text }) => text).join('');
    return countTokens(whole.trimEnd() + closing);
  }
  let tokens = first.lead === '' ? first.tokens : countTokens(withoutLastSpaces(first.text));
  for (const text of others) tokens += text.tokens;
  return tokens - last.tokens + countTokens(last.lead + last.text.trimEnd() + closing);
}

/** The text up to its last visible character, or to the line break after it. */
function withoutLastSpaces(text: string): string {
  const visible = text.trimEnd().length;
  return text.slice(0, visible + endOfLastLine(text.slice(visible)));
}

function endOfLastLine(blank: string): number {
  return Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r')) + 1;
}
