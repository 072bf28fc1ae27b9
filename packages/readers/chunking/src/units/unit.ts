import { countTokens } from '../tokenizer/count-tokens.ts';

/** Heading above a piece of the source, with the headings above that one. */
export interface Section {
  /** 1..6; 0 for the document itself, which has no heading. */
  readonly level: number;
  readonly title: string;
  readonly parent: Section | undefined;
}

export const documentSection: Section = { level: 0, title: '', parent: undefined };

/** The section that a heading opens where `current` was open. */
export function openSection(current: Section, level: number, title: string): Section {
  let parent = current;
  while (parent.level >= level && parent.parent) parent = parent.parent;
  return { level, title, parent };
}

/** From the outermost heading to the section's own. */
export function sectionPath(section: Section): Section[] {
  const path: Section[] = [];
  for (let at: Section | undefined = section; at && at.level > 0; at = at.parent) path.unshift(at);
  return path;
}

/** The tokens of a text where it stands: those of all texts of a chunk add up to those of the chunk. */
interface Measure {
  /** Tokens of the text with `lead` before it, without the spaces at its end. */
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

/**
 * Quality of a boundary to split at, best first. A heading of level n has n; the others follow. Cutting where a lower number is
 * near is always preferred.
 */
export const Cut = {
  /** Boundary before a paragraph, a list, a table or a fence. */
  BLOCK: 7,
  /** Before an item of a list that is itself too long for a chunk. */
  ITEM: 8,
  /** After an empty line in code or HTML; before another paragraph or a nested item of an item. */
  GAP: 9,
  SENTENCE: 10,
  /** Before a line of code, a row of a table, or a line of prose without sentences. */
  LINE: 11,
  WORD: 12,
  /** Within a word. */
  FRAGMENT: 13,
  /** Never, unless nothing else is left: between a heading and its content. */
  GLUED: 14,
} as const;

/** The smallest piece of the source that is not cut: a sentence, a line of code, or a whole block that fits in a chunk. */
export interface Unit extends Measure {
  /** UTF-16 offset in the source. */
  readonly start: number;
  /** From the source, with the white space that follows: of very many empty lines only the first. */
  readonly text: string;
  /** Quality of the boundary before this unit: a heading's level, or one of `Cut`. */
  readonly cut: number;
  readonly section: Section;
  readonly isHeading: boolean;
  /** Whether a chunk may repeat it from the one before. */
  readonly isProse: boolean;
  /** Whether it is a chunk by itself: what precedes it holds for nothing else. */
  readonly standsAlone: boolean;
  /** Whether a chunk always ends before it, as before an entry in a list of options, which is searched for by itself. */
  readonly isEntry: boolean;
  /** Text put before a chunk that begins here: the fence's first line, or the table's header. */
  readonly opening: string;
  /** Text put after a chunk that ends here: the fence's last line. */
  readonly closing: string;
}
