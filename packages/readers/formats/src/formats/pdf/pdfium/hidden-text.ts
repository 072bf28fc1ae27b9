import type { NotReadReport } from '@docfleet/text/not-read';
import type { Picture } from '../../../ocr/picture/remove-specks.ts';
import type { TextRun } from '../page-model.ts';
import { drawPage } from './draw-page.ts';
import { type Area, areSameColor, white } from './drawn-areas.ts';
import type { Box } from './geometry.ts';
import type { Pdfium } from './load-pdfium.ts';
import type { DrawnRun } from './run-reader.ts';

const dotsPerInch = 108;
/** Of 255: by so much a dot has to differ for a reader to see it. */
const visibleDifference = 10;
/** Pictures that cover so much of the page are scans: text below one is the text of the scan. */
const scanShare = 0.5;
/** The share of a text that what covers it has to cover. */
const covered = 0.9;
/** In points; smaller text is not seen. */
const minSize = 1;

type Cause = 'size' | 'ink' | 'color' | 'cover' | 'clip' | 'layer';

const reasons: Readonly<Record<Exclude<Cause, 'layer'>, string>> = {
  size: 'Text smaller than a point is left out, as no reader sees it',
  ink: 'Text that is drawn without ink over an empty part of the page is left out, as no reader sees it',
  color: 'Text in the color of what lies behind it is left out, as no reader sees it',
  cover: 'Text that something else covers is left out, as no reader sees it',
  clip: 'Text outside of the area that it is clipped to is left out, as no reader sees it',
};
export const outsideReason = 'Text beyond the edge of the page is left out, as no reader sees it';

/** The area of a run, about from the tops of its letters to their lowest points. */
function boxOf({ x, y, width, size, turns }: TextRun): Box {
  const [above, below] = [0.7 * size, 0.2 * size];
  if (turns === 0) return { x1: x, x2: x + width, y1: y - above, y2: y + below };
  if (turns === 2) return { x1: x, x2: x + width, y1: y - below, y2: y + above };
  const [left, right] = turns === 1 ? [below, above] : [above, below];
  return { x1: x - left, x2: x + right, y1: y, y2: y + width };
}

const sizeOf = ({ x1, y1, x2, y2 }: Box) => Math.max(0, x2 - x1) * Math.max(0, y2 - y1);

const shared = (a: Box, b: Box): number =>
  sizeOf({
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
    x2: Math.min(a.x2, b.x2),
    y2: Math.min(a.y2, b.y2),
  });

interface Page {
  readonly width: number;
  readonly height: number;
  readonly areas: readonly Area[];
  /** When an object was drawn. */
  orderOf(object: number): number;
  /** Whether the document may have layers that are off. */
  hasLayersOff(): boolean;
}

const isScan = (area: Area, { width, height }: Page) =>
  area.isPicture && sizeOf(area) >= scanShare * width * height;

/** Why a run may be hidden, by what is known of it without drawing the page; undefined where nothing says so. */
function suspect(one: DrawnRun, page: Page): Cause | undefined {
  const { layer, isInForm, isClipped, isInvisible, color } = one.object.shade;
  if (one.run.size < minSize) return 'size';
  if (layer !== undefined && page.hasLayersOff()) return 'layer';
  if (isClipped) return 'clip';
  const isPlain = page.areas.length === 0 && !isInvisible && color === undefined;
  const cause = isPlain ? undefined : suspectBySurroundings(one, page);
  // The form may belong to a layer as a whole, which PDFium does not state.
  return cause ?? (isInForm && page.hasLayersOff() ? 'layer' : undefined);
}

function suspectBySurroundings({ run, object }: DrawnRun, page: Page): Cause | undefined {
  const { isInvisible, color } = object.shade;
  const box = boxOf(run);
  const order = page.orderOf(object.id);
  const over = page.areas.filter((area) => shared(box, area) >= covered * sizeOf(box));
  if (isInvisible) return over.some(({ isPicture }) => isPicture) ? undefined : 'ink';
  if (over.some((area) => area.order > order && !isScan(area, page))) return 'cover';
  if (color === undefined) return undefined;
  const behind = over.findLast((area) => area.order < order);
  const paper = behind ? behind.color : white;
  return paper !== undefined && areSameColor(paper, color) ? 'color' : undefined;
}

/** Draws the page without the given objects. */
function drawWithout(pdfium: Pdfium, page: number, objects: ReadonlySet<number>): Picture | undefined {
  for (const object of objects) pdfium.call.FPDFPageObj_SetIsActive(object, 0);
  const picture = drawPage(pdfium, page, dotsPerInch);
  for (const object of objects) pdfium.call.FPDFPageObj_SetIsActive(object, 1);
  return picture;
}

/** The dots of an area, as indices of the picture's pixels. */
function* dotsIn({ width, height }: Picture, { x1, y1, x2, y2 }: Box): Generator<number> {
  const scale = dotsPerInch / 72;
  const [left, right] = [Math.max(0, Math.floor(x1 * scale)), Math.min(width, Math.ceil(x2 * scale))];
  const [top, bottom] = [Math.max(0, Math.floor(y1 * scale)), Math.min(height, Math.ceil(y2 * scale))];
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) yield row * width + column;
}

/** Whether drawing the page with a text makes a difference where it stands. */
function isSeen(box: Box, withText: Picture, without: Picture): boolean {
  for (const dot of dotsIn(withText, box))
    if (Math.abs((withText.pixels[dot] ?? 0) - (without.pixels[dot] ?? 0)) >= visibleDifference) return true;
  return false;
}

/** Whether something is drawn in an area, such as letters as outlines, of which the text without ink is the text. */
function hasDrawing(box: Box, { pixels, ...size }: Picture): boolean {
  let [darkest, lightest] = [255, 0];
  for (const dot of dotsIn({ pixels, ...size }, box)) {
    const value = pixels[dot] ?? 0;
    darkest = Math.min(darkest, value);
    lightest = Math.max(lightest, value);
  }
  return lightest - darkest >= visibleDifference;
}

const countWords = (text: string) => text.trim().split(/\s+/).length;

/** The runs of a page that a reader sees, and what the others are. */
export interface VisibleText {
  readonly runs: readonly TextRun[];
  readonly hidden: readonly NotReadReport[];
  readonly hiddenGlyphs: number;
}

/**
 * Parts what a reader sees from what is hidden. What looks hidden is drawn with and without: a text that makes no difference is left out.
 * Text without ink stays where it lies over a picture or a drawing, whose text it is.
 */
export function findVisibleText(
  pdfium: Pdfium,
  handle: number,
  { drawn, page }: { readonly drawn: readonly DrawnRun[]; readonly page: Page },
): VisibleText {
  const suspects = new Map<DrawnRun, Cause>();
  for (const one of drawn) {
    const cause = suspect(one, page);
    if (cause) suspects.set(one, cause);
  }
  if (suspects.size === 0) return { runs: drawn.map(({ run }) => run), hidden: [], hiddenGlyphs: 0 };
  const toDraw = new Set([...suspects].flatMap(([{ object }, cause]) => (cause === 'size' ? [] : object.id)));
  const without = toDraw.size > 0 ? drawWithout(pdfium, handle, toDraw) : undefined;
  const withText = without && drawPage(pdfium, handle, dotsPerInch);
  const isHidden = (run: TextRun, cause: Cause) => {
    if (cause === 'size') return true;
    if (!withText) return false;
    return cause === 'ink' ? !hasDrawing(boxOf(run), without) : !isSeen(boxOf(run), withText, without);
  };
  const runs: TextRun[] = [];
  const hidden: NotReadReport[] = [];
  let hiddenGlyphs = 0;
  for (const one of drawn) {
    const { run, object } = one;
    const cause = suspects.get(one);
    if (cause === undefined || !isHidden(run, cause)) {
      runs.push(run);
      continue;
    }
    hiddenGlyphs += run.text.replace(/\s/g, '').length;
    hidden.push(reportOf(cause, object.shade.layer, countWords(run.text)));
  }
  return { runs, hidden, hiddenGlyphs };
}

function reportOf(cause: Cause, layer: string | undefined, count: number): NotReadReport {
  if (cause !== 'layer') return { what: 'HIDDEN_TEXT', why: reasons[cause], count };
  const name = layer ? `The layer "${layer}"` : 'A layer';
  return { what: 'LAYER', why: `${name} is off: turn it on and save the file to have its text read`, count };
}
