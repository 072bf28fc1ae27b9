import type { NotReadReport } from '@docfleet/text/not-read';
import type { LinkArea, PageModel, TextRun } from '../page-model.ts';
import { hasTextLayer } from '../text-layer.ts';
import { createShadeReader, type DrawnAreas } from './drawn-areas.ts';
import { findDrawnBullets } from './drawn-bullets.ts';
import type { LigatureReader } from './font-repairs.ts';
import { type Box, type Matrix, pageMatrix, transformBox } from './geometry.ts';
import { findVisibleText, outsideReason } from './hidden-text.ts';
import { LetterWidths } from './letter-widths.ts';
import type { Pdfium } from './load-pdfium.ts';
import { takeInAnnotations } from './read-annotations.ts';
import { readDrawings } from './read-drawings.ts';
import { readFields } from './read-fields.ts';
import { readMarks } from './read-marks.ts';
import { type Font, type FontReader, readRuns } from './read-runs.ts';

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
  /^(?:t1x|tx|cm|ec|lm|sf|la)\w{0,4}tt\d*(?:[-_]|$)|courier|mono(?!t[yo]|g?ra|lo)|consol(?!i)|(?<!american)typewriter|inconsolata|menlo|(?:^|\+)(?:CMTT|CMSLTT|CMTEX|SFTT|ECTT|LMTT|NimbusMon|txtt|cmtt|pcr)|code(?:pro|new)?\b/i;

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) =>
  letter.charCodeAt(0),
);
/** Letters that a subset of a font lacks have a width of their own. */
const maxWidths = 3;

/** Whether a font's letters have several widths, from the letters themselves: some programs set the flag of monospaced fonts wrongly. */
function isProportional({ call, scratch, float }: Pdfium, font: number): boolean {
  const widths = letters.map((letter) =>
    call.FPDFFont_GetGlyphWidth(font, letter, 1, scratch) ? Math.round(float(scratch) * 100) : 0,
  );
  return new Set(widths).size > maxWidths;
}

/** The looks of the fonts of one page; PDFium may use their addresses again afterwards. */
function createFontReader(pdfium: Pdfium, known: Map<string, Font>): FontReader {
  const { call, scratch, int, latin } = pdfium;
  const read = (font: number): Font => {
    const name = latin((buffer, length) => call.FPDFFont_GetBaseFontName(font, buffer, length)).replace(
      /^[A-Z]{6}\+/,
      '',
    );
    const flags = Math.max(0, call.FPDFFont_GetFlags(font));
    const weight = call.FPDFFont_GetWeight(font);
    const angle = call.FPDFFont_GetItalicAngle(font, scratch) ? int(scratch) : 0;
    const key = `${name}/${flags}/${weight}/${angle}`;
    const { look, widths } = known.get(key) ?? {
      look: {
        name,
        bold: boldName.test(name) || (flags & forceBold) !== 0 || isHeavy(name, weight),
        italic: italicName.test(name) || (flags & italicFlag) !== 0 || angle !== 0,
        monospaced:
          monospacedName.test(name) || ((flags & fixedPitch) !== 0 && !isProportional(pdfium, font)),
      },
      widths: new LetterWidths(),
    };
    known.set(key, { look, widths });
    // A font without a name may stand for several fonts.
    return { look, widths: name === '' ? new LetterWidths() : widths };
  };
  const ofPage = new Map<number, Font>();
  return (font) => {
    const found = ofPage.get(font) ?? read(font);
    ofPage.set(font, found);
    return found;
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

/** Of a page: smaller pictures are logos and marks. */
const minPictureShare = 0.05;
/** Fewer outlines are those of a logo or a label. */
const minOutlinedLetters = 50;
/** Of the letters that are read: fewer outlines beside them belong to a figure. */
const minOutlinedShare = 0.25;

const pictureReason =
  'Text in pictures of a page that has text of its own is not read: send the picture by itself, or a scan of the page';
const outlineReason =
  'Shapes that may be letters drawn as outlines are not read: export the file with its text kept, or send a scan of the page';

interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly Box[];
  readonly outlinedLetters: number;
  /** Of the text that is read. */
  readonly glyphs: number;
  readonly runs: readonly TextRun[];
}

const isWithin = ({ x1, y1, x2, y2 }: Box, { x, y, width, turns }: TextRun) => {
  const middle = turns % 2 === 0 ? x + width / 2 : x;
  return middle > x1 && middle < x2 && y > y1 && y < y2;
};

/** Content of a page that its text lacks: large pictures without text on them, and letters that are drawings. */
function findUnreadDrawings({ pictures, runs, ...page }: DrawnPage): NotReadReport[] {
  const least = minPictureShare * page.width * page.height;
  const large = pictures.filter(({ x1, y1, x2, y2 }) => (x2 - x1) * (y2 - y1) >= least);
  const count = large.filter((box) => !runs.some((run) => isWithin(box, run))).length;
  const { outlinedLetters, glyphs } = page;
  const areLetters = outlinedLetters >= minOutlinedLetters && outlinedLetters > minOutlinedShare * glyphs;
  return [
    ...(count > 0 ? [{ what: 'PICTURE', why: pictureReason, count } as const] : []),
    ...(areLetters ? [{ what: 'TEXT', why: outlineReason } as const] : []),
  ];
}

const uri = 3;
const maxLinks = 5_000;

/** The areas of a page that lead to addresses. */
function readLinks(pdfium: Pdfium, document: number, page: number, matrix: Matrix): LinkArea[] {
  const { call, scratch, int, float, latin } = pdfium;
  const links: LinkArea[] = [];
  const [position, found] = [scratch + 64, scratch + 68];
  pdfium.write(position, new Uint8Array(8));
  for (let count = 0; count < maxLinks && call.FPDFLink_Enumerate(page, position, found) === 1; count++) {
    const link = int(found);
    const action = call.FPDFLink_GetAction(link);
    if (action === 0 || call.FPDFAction_GetType(action) !== uri) continue;
    const bytes = latin((buffer, length) => call.FPDFAction_GetURIPath(document, action, buffer, length));
    if (call.FPDFLink_GetAnnotRect(link, scratch) !== 1) continue;
    const [left, top, right, bottom] = [
      float(scratch),
      float(scratch + 4),
      float(scratch + 8),
      float(scratch + 12),
    ];
    const area = transformBox(matrix, left, bottom, right, top);
    if (bytes !== '') links.push({ ...area, href: Buffer.from(bytes, 'latin1').toString('utf8') });
  }
  return links;
}

/** Facts about the document of a page. */
export interface PageReading {
  readonly number: number;
  readonly document: number;
  readonly form: number;
  readonly fonts: Map<string, Font>;
  readonly isTagged: boolean;
  readonly ligatureOf: LigatureReader;
  /** Whether the document may have layers that are off. */
  hasLayersOff(): boolean;
}

/** Reads a page that is loaded. */
export function readPage(pdfium: Pdfium, page: number, reading: PageReading): PageModel {
  const { call } = pdfium;
  const { number, document, form, fonts, isTagged, ligatureOf } = reading;
  const [width, height] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)];
  const matrix = pageMatrix(pdfium, page, width, height);
  const annotations = takeInAnnotations(pdfium, page, form);
  const links = readLinks(pdfium, document, page, matrix);
  const { rules, imageArea, drawn: areas, letters, shapes } = readDrawings(pdfium, page, matrix);
  const textPage = call.FPDFText_LoadPage(page);
  const marks = readMarks(pdfium, page, isTagged);
  const fontOf = createFontReader(pdfium, fonts);
  const shadeOf = createShadeReader(pdfium, areas);
  const text = { page, width, height, matrix, links, rules, marks, fontOf, ligatureOf, shadeOf };
  const { drawn, glyphs, unknownGlyphs, outsideWords } = readRuns(pdfium, textPage, text);
  call.FPDFText_ClosePage(textPage);
  const seen = { width, height, ...placesOf(areas), hasLayersOff: reading.hasLayersOff };
  const { runs, hidden, hiddenGlyphs } = findVisibleText(pdfium, page, { drawn, page: seen });
  const outside = { what: 'HIDDEN_TEXT', why: outsideReason, count: outsideWords } as const;
  const written = [...runs, ...readFields(pdfium, page, { form, matrix, runs })];
  const measures = {
    imageShare: Math.min(1, imageArea / Math.max(1, width * height)),
    glyphs: glyphs - hiddenGlyphs,
    unknownGlyphs,
    outlinedLetters: letters.count,
  };
  const unread = hasTextLayer(measures)
    ? findUnreadDrawings({ ...measures, width, height, pictures: areas.pictures, runs })
    : [];
  return {
    number,
    width,
    height,
    runs: [...written, ...findDrawnBullets(shapes, written)],
    rules,
    links,
    ...measures,
    notRead: [...hidden, ...(outsideWords > 0 ? [outside] : []), ...annotations.notRead, ...unread],
    hasFiles: annotations.hasFiles,
  };
}

const placesOf = ({ areas, orders }: DrawnAreas) => ({
  areas,
  orderOf: (object: number) => orders.get(object) ?? 0,
});
