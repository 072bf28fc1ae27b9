import type { Box } from './geometry.ts';
import type { Pdfium } from './load-pdfium.ts';
import { readObjectMarks } from './read-marks.ts';

export const white = 0xffffff;
/** Of 255: colors that differ less in each part are one to a reader. */
const sameColor = 10;

export const areSameColor = (a: number, b: number): boolean =>
  [16, 8, 0].every((bits) => Math.abs(((a >> bits) & 255) - ((b >> bits) & 255)) < sameColor);

/** The color of a filled or stroked object as 0xRRGGBB. */
interface Ink {
  readonly color: number;
  readonly isTransparent: boolean;
}

/** The color that an object is filled or stroked with; undefined for patterns. */
function inkOf({ call, scratch, int }: Pdfium, object: number, isStroked = false): Ink | undefined {
  const read = isStroked ? call.FPDFPageObj_GetStrokeColor : call.FPDFPageObj_GetFillColor;
  if (read(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 1) return undefined;
  const [red, green, blue, alpha] = [int(scratch), int(scratch + 4), int(scratch + 8), int(scratch + 12)];
  return { color: (red << 16) | (green << 8) | blue, isTransparent: alpha === 0 };
}

/** Object that may hide text or lie behind it: a filled area, a picture or a shading. */
export interface Area extends Box {
  /** When it was drawn, counted in objects of the page. */
  readonly order: number;
  readonly isPicture: boolean;
  /** Of a filled area; undefined where it has no single one. */
  readonly color: number | undefined;
}

const maxAreas = 2_000;
const maxTexts = 200_000;
/** Points: smaller areas cover no word. */
const minSide = 3;

const isLarge = ({ x1, y1, x2, y2 }: Box) => x2 - x1 >= minSide && y2 - y1 >= minSide;

/** Notes the order in which areas and texts of a page are drawn. */
export class DrawnAreas {
  readonly areas: Area[] = [];
  /** Pictures alone, without shadings. */
  readonly pictures: Box[] = [];
  /** When each text was drawn. */
  readonly orders = new Map<number, number>();
  /** The layers of texts that stand in forms; undefined for a form of no layer. */
  readonly layersOfForms = new Map<number, string | undefined>();
  readonly #pdfium: Pdfium;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  addText(object: number, order: number): void {
    if (this.orders.size < maxTexts) this.orders.set(object, order);
  }

  /** Takes a text that stands in a form, with the layer of that. */
  addTextOfForm(object: number, order: number, layer: string | undefined): void {
    this.addText(object, order);
    if (this.layersOfForms.size < maxTexts) this.layersOfForms.set(object, layer);
  }

  addPicture(box: Box, order: number): void {
    if (this.pictures.length < maxAreas) this.pictures.push(box);
    this.addShading(box, order);
  }

  /** Takes an area of changing colors, which may lie behind text like a picture. */
  addShading(box: Box, order: number): void {
    this.#add({ ...box, order, isPicture: true, color: undefined });
  }

  /** Takes an area that is filled; one without ink hides nothing. */
  addFilled(object: number, box: Box, order: number): void {
    if (this.areas.length >= maxAreas || !isLarge(box)) return;
    const { call, scratch, int } = this.#pdfium;
    call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    if (int(scratch) === 0) return;
    const ink = inkOf(this.#pdfium, object);
    if (!ink?.isTransparent) this.#add({ ...box, order, isPicture: false, color: ink?.color });
  }

  /** The layer of a form: its own, or that of the one around it. */
  layerOf(form: number, around: string | undefined): string | undefined {
    return readObjectMarks(this.#pdfium, form).layer ?? around;
  }

  #add(area: Area): void {
    if (isLarge(area) && this.areas.length < maxAreas) this.areas.push(area);
  }
}

/** Properties that may make a text invisible. */
export interface TextShade {
  /** Whether it is drawn without ink: in the invisible mode, as a clip of what follows, or fully transparent. */
  readonly isInvisible: boolean;
  /** Its color as 0xRRGGBB, where it is that of the paper or of an area of the page; else undefined. */
  readonly color: number | undefined;
  /** The layer that it belongs to; undefined for none. */
  readonly layer: string | undefined;
  /** Whether it stands in a form, which may belong to a layer as a whole. */
  readonly isInForm: boolean;
  /** Whether nothing of it lies within what it is clipped to. */
  readonly isClipped: boolean;
}

/** Of text that nothing may hide. */
const plain: TextShade = {
  isInvisible: false,
  color: undefined,
  layer: undefined,
  isInForm: false,
  isClipped: false,
};

export type ShadeReader = (object: number, layer: string | undefined) => TextShade;

/** Text rendering modes: those without ink, and those that only stroke. */
const invisible = 3;
const clipOnly = 7;
const strokeOnly = new Set([1, 5]);

/** A clip of more pieces is not followed. */
const maxClipPieces = 8;

/** Whether an object lies wholly outside of one of the areas that it is clipped to. */
function isClipped({ call, scratch, float }: Pdfium, object: number): boolean {
  const clip = call.FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : call.FPDFClipPath_CountPaths(clip);
  if (paths <= 0 || paths > maxClipPieces) return false;
  call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [left, bottom, right, top] = [
    float(scratch),
    float(scratch + 4),
    float(scratch + 8),
    float(scratch + 12),
  ];
  for (let path = 0; path < paths; path++) {
    const pieces = call.FPDFClipPath_CountPathSegments(clip, path);
    if (pieces <= 0 || pieces > maxClipPieces) continue;
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let piece = 0; piece < pieces; piece++) {
      const segment = call.FPDFClipPath_GetPathSegment(clip, path, piece);
      call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      xs.push(float(scratch));
      ys.push(float(scratch + 4));
    }
    const isOutside =
      right < Math.min(...xs) || left > Math.max(...xs) || top < Math.min(...ys) || bottom > Math.max(...ys);
    if (isOutside) return true;
  }
  return false;
}

/** Reads what may hide the text objects of a page, whose areas and forms are known. */
export function createShadeReader(
  pdfium: Pdfium,
  { areas, layersOfForms }: Pick<DrawnAreas, 'areas' | 'layersOfForms'>,
): ShadeReader {
  const colors = [...new Set([white, ...areas.flatMap(({ color }) => color ?? [])])];
  const known = new Map<string, TextShade>();
  return (object, ownLayer) => {
    const mode = pdfium.call.FPDFTextObj_GetTextRenderMode(object);
    const ink = inkOf(pdfium, object, strokeOnly.has(mode));
    const own = ink?.color;
    const color = own !== undefined && colors.some((other) => areSameColor(own, other)) ? own : undefined;
    const layer = ownLayer ?? layersOfForms.get(object);
    const isInForm = layersOfForms.has(object);
    const isInvisible = mode === invisible || mode === clipOnly || ink?.isTransparent === true;
    const clipped = isClipped(pdfium, object);
    if (!isInvisible && color === undefined && layer === undefined && !isInForm && !clipped) return plain;
    const key = `${isInvisible} ${color} ${isInForm} ${clipped} ${layer}`;
    const shade = known.get(key) ?? { isInvisible, color, layer, isInForm, isClipped: clipped };
    known.set(key, shade);
    return shade;
  };
}
