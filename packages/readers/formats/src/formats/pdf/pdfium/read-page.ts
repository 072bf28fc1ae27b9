import type { FontLook, PageModel } from '../page-model.ts';
import { hasTextLayer } from '../text-layer.ts';
import type { DrawnAreas } from './drawn-areas.ts';
import { pageMatrix } from './geometry.ts';
import { findVisibleText, outsideReason } from './hidden-text.ts';
import type { Pdfium } from './load-pdfium.ts';
import type { LigatureReader } from './named-ligatures.ts';
import { takeInAnnotations } from './read-annotations.ts';
import { readDrawings } from './read-drawings.ts';
import { readFields } from './read-fields.ts';
import { createFontReader } from './read-fonts.ts';
import { readLinks } from './read-links.ts';
import { readMarks } from './read-marks.ts';
import { readRuns } from './read-runs.ts';
import { createShadeReader } from './read-shade.ts';
import { findUnreadDrawings } from './unread-drawings.ts';

/** Facts about the document of a page. */
export interface PageReading {
  readonly number: number;
  readonly document: number;
  readonly form: number;
  readonly fonts: Map<string, FontLook>;
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
  const { rules, imageArea, drawn: areas, letters } = readDrawings(pdfium, page, matrix);
  const textPage = call.FPDFText_LoadPage(page);
  const marks = readMarks(pdfium, page, isTagged);
  const fontOf = createFontReader(pdfium, fonts);
  const shadeOf = createShadeReader(pdfium, areas);
  const text = { page, width, height, matrix, links, marks, fontOf, ligatureOf, shadeOf };
  const { drawn, glyphs, unknownGlyphs, outsideWords } = readRuns(pdfium, textPage, text);
  call.FPDFText_ClosePage(textPage);
  const seen = { width, height, ...placesOf(areas), hasLayersOff: reading.hasLayersOff };
  const { runs, hidden, hiddenGlyphs } = findVisibleText(pdfium, page, { drawn, page: seen });
  const outside = { what: 'HIDDEN_TEXT', why: outsideReason, count: outsideWords } as const;
  const fields = readFields(pdfium, page, { form, matrix, runs });
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
    runs: [...runs, ...fields],
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
