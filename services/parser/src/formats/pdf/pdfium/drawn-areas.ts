import type { Box } from './geometry.ts';
import { inkOf } from './ink.ts';
import type { Pdfium } from './load-pdfium.ts';
import { readObjectMarks } from './read-marks.ts';

/** What may lie behind or over text: a filled area, a picture or a shading. */
export interface Area extends Box {
  /** When it was drawn, counted in objects of the page. */
  readonly order: number;
  readonly isPicture: boolean;
  /** Of a filled area; undefined where it has no single one. */
  readonly color: number | undefined;
}

/** Where a text object comes among the others. */
export interface DrawnText {
  readonly order: number;
  readonly isInForm: boolean;
  /** Of the form that it stands in. */
  readonly layer: string | undefined;
}

const maxAreas = 2_000;
const maxTexts = 200_000;
/** Points: smaller areas cover no word. */
const leastSide = 3;

const isLarge = ({ x1, y1, x2, y2 }: Box) => x2 - x1 >= leastSide && y2 - y1 >= leastSide;

/** Notes the order in which areas and texts of a page are drawn. */
export class DrawnAreas {
  readonly areas: Area[] = [];
  readonly texts = new Map<number, DrawnText>();
  readonly #pdfium: Pdfium;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  addText(object: number, text: DrawnText): void {
    if (this.texts.size < maxTexts) this.texts.set(object, text);
  }

  addPicture(box: Box, order: number): void {
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
