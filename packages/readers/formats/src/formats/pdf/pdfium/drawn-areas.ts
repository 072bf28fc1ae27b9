import type { Box } from './geometry.ts';
import { inkOf } from './ink.ts';
import type { Pdfium } from './load-pdfium.ts';
import { readObjectMarks } from './read-marks.ts';

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
