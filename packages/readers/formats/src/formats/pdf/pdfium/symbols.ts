import { isPrivate, showSymbols } from '../../../document-tree/symbol-fonts.ts';

/** Characters of Latin-1 that the font Symbol has at other codes: where they are stated, they are meant. */
const statedBySymbol = new Set(['\u00ac', '\u00b0', '\u00b1', '\u00b5', '\u00b7', '\u00d7', '\u00f7']);

/** Codes that mean something in some font alone begin here. */
export const firstPrivate = 0xe000;

/**
 * The character that a symbol font, as `symbolFontOf` names it, shows at a code, which PDFium returns as a letter or as a private
 * character; undefined where it is not known, and for codes of letters in other fonts.
 */
export function symbolOfCode(font: string | undefined, code: number): string | undefined {
  if (code > 0xff && (code < 0xf000 || code > 0xf0ff)) return undefined;
  const character = String.fromCodePoint(code);
  if (font === 'Symbol' && statedBySymbol.has(character)) return undefined;
  const shown = showSymbols(character, font);
  return isPrivate(shown) || (font === undefined && shown === character) ? undefined : shown;
}
