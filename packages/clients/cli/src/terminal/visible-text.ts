/**
 * Characters that a terminal would execute rather than show: control characters of both sets, marks that change the direction of text, line
 * and paragraph separators, unpaired surrogates, and invisible tags.
 */
const obeyed = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const obeyedInLines = new RegExp(`(?!\\n)${obeyed.source}`, 'gu');

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** An untrusted text for one line of a terminal: blanks for breaks, and `\u001b` for whatever the terminal would obey. */
export const visibleLine = (text: string): string =>
  text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(obeyed, escaped);

/** Makes an untrusted text of several lines safe for a terminal: keeps its line breaks and escapes what the terminal would execute. */
export const visibleLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replaceAll(obeyedInLines, escaped);

const jsonEscape = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON that means the same and that a terminal shows as it is. */
export const visibleJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(obeyedInLines, jsonEscape);
