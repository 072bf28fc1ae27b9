import type { FontLook } from '../page-model.ts';
import type { Pdfium } from './load-pdfium.ts';

const fixedPitch = 1;
const italicFlag = 64;
const forceBold = 2 ** 18;
const boldWeight = 600;

/** Names of bold faces: whole words, and the short forms of TeX's families, whose weight is stated nowhere else. */
const boldName =
  /bold|black|heavy|demi(?!light)|^(?:CMBX|CMSSBX|CMCSCBX|SFBX|SFSX|SFXB|SFTB|ECBX|ECSX|LCMSSB|LMRoman\w*-Bold|MdSymbolB|PTSans-?B)|^Lin(?:Libertine|Biolinum)\w*T?Z?B|(?:^|[-_])(?:Bd|Sb|SemiB|ExtraB|Medi)(?![a-z])|^t1xb|T1-?(?:xb|bx?)$|^Nimbus\w+-Medi|-B(?:d|I|It)?$/i;
const italicName =
  /italic|oblique|kursiv|slanted|^(?:CMTI|CMSL|CMMI|SFTI|SFSL|SFIT|ECTI|ECSL|CMBXTI)|^Lin(?:Libertine|Biolinum)\w*T?B?I$|-(?:It|Ital|Obl|Slant|RegularItal?|ReguItal)\b|(?:^|-)\w*Ital$/i;
const monospacedName =
  /^(?:t1x|tx|cm|ec|lm|sf|la)\w{0,4}tt\d*(?:[-_]|$)|courier|mono|consol|typewriter|inconsolata|menlo|(?:^|\+)(?:CMTT|CMSLTT|CMTEX|SFTT|ECTT|LMTT|NimbusMon|txtt|cmtt|pcr)|code(?:pro|new)?\b/i;

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) =>
  letter.charCodeAt(0),
);
/** Letters that a subset of a font lacks have a width of their own. */
const maxWidths = 3;

/** Whether letters are of many widths, whatever the font's flags say: some programs take the flag from where it is wrong. */
function isProportional({ call, scratch, float }: Pdfium, font: number): boolean {
  const widths = letters.map((letter) =>
    call.FPDFFont_GetGlyphWidth(font, letter, 1, scratch) ? Math.round(float(scratch) * 100) : 0,
  );
  return new Set(widths).size > maxWidths;
}

/** The looks of the fonts of one page; PDFium may use their addresses again afterwards. */
export function createFontReader(pdfium: Pdfium, known: Map<string, FontLook>): (font: number) => FontLook {
  const { call, scratch, int, latin } = pdfium;
  const read = (font: number): FontLook => {
    const name = latin((buffer, length) => call.FPDFFont_GetBaseFontName(font, buffer, length)).replace(
      /^[A-Z]{6}\+/,
      '',
    );
    const flags = Math.max(0, call.FPDFFont_GetFlags(font));
    const weight = call.FPDFFont_GetWeight(font);
    const angle = call.FPDFFont_GetItalicAngle(font, scratch) ? int(scratch) : 0;
    const key = `${name}/${flags}/${weight}/${angle}`;
    const look = known.get(key) ?? {
      name,
      bold: boldName.test(name) || (flags & forceBold) !== 0 || isHeavy(name, weight),
      italic: italicName.test(name) || (flags & italicFlag) !== 0 || angle !== 0,
      monospaced: monospacedName.test(name) || ((flags & fixedPitch) !== 0 && !isProportional(pdfium, font)),
    };
    known.set(key, look);
    return look;
  };
  const ofPage = new Map<number, FontLook>();
  return (font) => {
    const found = ofPage.get(font);
    if (found) return found;
    const look = read(font);
    ofPage.set(font, look);
    return look;
  };
}

/** The short names of TeX's families state the weight themselves, while the stems of their regular faces may be stated as thick ones. */
const texName = /^(?:CM|EC|EU|LM|MS|SF|TC)[A-Z]{1,8}\d{1,4}$/i;
/** A weight is derived from the width of stems, which fixed-width and symbolic fonts often state wrongly. */
const isHeavy = (name: string, weight: number) =>
  weight >= boldWeight &&
  weight < 1_000 &&
  !texName.test(name) &&
  !/regular|book|roman|light|medium/i.test(name);
