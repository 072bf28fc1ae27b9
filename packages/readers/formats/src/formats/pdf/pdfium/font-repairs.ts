import { isPrivate, showSymbols } from '../../../document-tree/fonts.ts';
import { fileObjects } from './file-objects.ts';
import type { Pdfium } from './load-pdfium.ts';

/** Characters of Latin-1 that the font Symbol has at other codes: where they are stated, they are meant. */
const statedBySymbol = new Set(['\u00ac', '\u00b0', '\u00b1', '\u00b5', '\u00b7', '\u00d7', '\u00f7']);

/** First code of Unicode's private use area, whose codes have a meaning in a single font only. */
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

/**
 * Pictures of letters that old TeX programs set text with have no names and no meaning in Unicode, but stand at TeX's codes: those of
 * ASCII, with ligatures and quotes below them and letters with accents above.
 */
const notAscii: Readonly<Record<number, string>> = {
  11: 'ff',
  12: 'fi',
  13: 'fl',
  14: 'ffi',
  15: 'ffl',
  16: '“',
  17: '”',
  21: '–',
  22: '—',
  27: 'ff',
  28: 'fi',
  29: 'fl',
  30: 'ffi',
  31: 'ffl',
  127: '-',
  215: 'Œ',
  247: 'œ',
  255: 'ß',
};
/** From here on most are those of Latin-1, in the encoding with letters of Europe. */
const firstAccented = 192;

/** The text of a code in such a font; below ASCII and above only beside a letter, as fonts of symbols have others there. */
export function textOfCode(code: number, isInWord: boolean): string | undefined {
  if (code > 32 && code < 127) return String.fromCodePoint(code);
  if (!isInWord) return undefined;
  return notAscii[code] ?? (code >= firstAccented && code < 256 ? String.fromCodePoint(code) : undefined);
}

const minLetters = 10;
const [minVowelShare, maxVowelShare] = [0.25, 0.55];
/** The share of the letters that are frequent in all languages of Europe. */
const minFrequentShare = 0.5;

/** Words of both that prove that the codes are letters: others could not spell them by chance. */
const minSharedWords = 2;
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));

/**
 * Whether that text is one, and not letters at any other codes: its vowels and frequent letters are as frequent as they should be, or
 * it says words that the rest of the page does, as code does, whose letters are others.
 */
export function readsAsText(text: string, rest: string): boolean {
  const letters = text.match(/[a-z]/g)?.length ?? 0;
  const vowels = (text.match(/[aeiouy]/g)?.length ?? 0) / Math.max(1, letters);
  const frequent = (text.match(/[aeinorst]/g)?.length ?? 0) / Math.max(1, letters);
  if (
    letters >= minLetters &&
    vowels > minVowelShare &&
    vowels < maxVowelShare &&
    frequent > minFrequentShare
  )
    return true;
  const known = wordsOf(rest);
  return [...wordsOf(text)].filter((word) => known.has(word)).length >= minSharedWords;
}

/**
 * Fonts of pictures by dvips name a glyph by its code (`a104` is h), and some writers take that for a name of Zapf Dingbats and state its
 * sign as what the letter means. These are the signs of the codes from 11 on; those without one keep their letter.
 */
const signs =
  '☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦';
const firstCode = 11;
const codes = new Map([...signs].map((sign, index) => [sign.codePointAt(0), firstCode + index]));
codes.delete(32);

/** Share of a page's letters that are signs, where these are mistaken. */
const minSignShare = 0.3;
const isLetter = (code: number) => (code > 64 && code < 91) || (code > 96 && code < 123);

/** Whether the signs of a page are mistaken ones: they are many, and read as text with its letters. */
function haveMistakenSigns({ call }: Pdfium, textPage: number, count: number): boolean {
  let [text, signsFound] = ['', 0];
  for (let index = 0; index < count; index++) {
    const character = call.FPDFText_GetUnicode(textPage, index);
    const code = codes.get(character);
    if (code !== undefined) signsFound++;
    if (isLetter(code ?? character)) text += String.fromCharCode(code ?? character);
  }
  return signsFound > minSignShare * text.length && readsAsText(text, '');
}

/** Recognizes letters of fonts without names that were mistaken for signs of Zapf Dingbats. */
export interface SignReader {
  /** The text of what was mistaken for this character; undefined for others, and where the signs of the page are meant. */
  textOf(character: number): string | undefined;
  /** Whether they are mistaken: then the characters that no sign was found for are letters as well. */
  areMistaken(): boolean;
}

export function createSignReader(pdfium: Pdfium, textPage: number, count: number): SignReader {
  let known: boolean | undefined;
  const areMistaken = () => {
    known ??= haveMistakenSigns(pdfium, textPage, count);
    return known;
  };
  return {
    areMistaken,
    textOf(character) {
      const code = codes.get(character);
      return code !== undefined && areMistaken() ? textOfCode(code, true) : undefined;
    },
  };
}

type Codes = ReadonlyMap<number, string>;

/** The codes of an encoding whose glyphs are named by the letters that they join: `/f_f_i`. */
function ligaturesOf(object: string): Codes {
  const found = new Map<number, string>();
  const list = object.slice(Math.max(0, object.indexOf('/Differences')));
  const differences = /^\/Differences\s*\[([^\]]*)\]/.exec(list)?.[1] ?? '';
  let code = 0;
  for (const [part] of differences.matchAll(/\d+|\/[^\s/[\]]+/g))
    if (part.startsWith('/')) {
      if (/^\/[A-Za-z](?:_[a-z])+$/.test(part)) found.set(code, part.slice(1).replaceAll('_', ''));
      code++;
    } else code = Number(part);
  return found;
}

/**
 * The ligatures that fonts name by their letters, as many of TeX do (`T_h`): PDFium knows the meaning of other names, and passes on none.
 * A code for which fonts of one name have different ones stands for none.
 */
function findNamedLigatures(bytes: Uint8Array): ReadonlyMap<string, Codes> {
  const found = new Map<string, Map<number, string>>();
  const encodings = new Map<number, Codes>();
  const fonts: string[] = [];
  for (const object of fileObjects(bytes) ?? []) {
    if (object.text.includes('/Differences')) encodings.set(object.number, ligaturesOf(object.text));
    if (object.text.includes('/BaseFont')) fonts.push(object.text);
  }
  for (const font of fonts) {
    const name = /\/BaseFont\s*\/([^\s/<>[\]()]+)/.exec(font)?.[1]?.replace(/^[A-Z]{6}\+/, '') ?? '';
    const reference = /\/Encoding\s+(\d{1,7}) \d+ R/.exec(font)?.[1];
    const codes = reference ? encodings.get(Number(reference)) : ligaturesOf(font);
    const known = found.get(name) ?? new Map<number, string>();
    for (const [code, letters] of codes ?? [])
      known.set(code, known.has(code) && known.get(code) !== letters ? '' : letters);
    found.set(name, known);
  }
  return found;
}

/** Returns the ligature that a code of a font stands for, by the font's name; undefined for other codes. */
export type LigatureReader = (font: string, code: number) => string | undefined;

/** Returns a reader of ligatures that fonts name. It searches the file once, when a code without a meaning is first looked up. */
export function createLigatureReader(bytes: Uint8Array): LigatureReader {
  let known: ReadonlyMap<string, Codes> | undefined;
  return (font, code) => {
    known ??= findNamedLigatures(bytes);
    return known.get(font)?.get(code) || undefined;
  };
}
