import type { Rule } from '../page-model.ts';
import { DrawnAreas } from './drawn-areas.ts';
import { SmallShapes } from './drawn-bullets.ts';
import {
  type Box,
  type Matrix,
  multiply,
  readMatrix,
  transformBox,
  transformX,
  transformY,
} from './geometry.ts';
import type { Pdfium } from './load-pdfium.ts';

/** In points: what is lower or higher is no letter of a text. */
const [lowest, highest] = [3, 40];
/** Maximum ratio of a letter's width to its height; wider shapes are lines of letters. */
const widest = 1.5;
/** Minimum of path segments of a letter: lines and boxes have fewer. */
const minSegments = 6;
const segmentsOfLetter = 20;
/** Letters stand on a line with others; shapes of a drawing end anywhere. */
const minShapesOnLine = 8;
const linesPerPoint = 2;
/** Marks of a diagram are alike; a text has more kinds of letters. */
const minKinds = 8;

interface Line {
  count: number;
  readonly kinds: Set<string>;
}

/** Counts the filled shapes of a page that may be letters: text that a program has turned into outlines. */
class OutlinedLetters {
  /** By where their letters end below. */
  readonly #lines = new Map<number, Line>();

  add({ width, height, bottom }: { width: number; height: number; bottom: number }, segments: number): void {
    if (height < lowest || height > highest || segments < minSegments) return;
    const place = Math.round(bottom * linesPerPoint);
    const line = this.#lines.get(place) ?? { count: 0, kinds: new Set() };
    this.#lines.set(place, line);
    line.count += width > widest * height ? Math.max(1, Math.floor(segments / segmentsOfLetter)) : 1;
    if (line.kinds.size < minKinds) line.kinds.add(`${segments} ${Math.round(width * 2)}`);
  }

  /** 0 where there are too few kinds for a text. */
  get count(): number {
    const lines = [...this.#lines.values()].filter(({ count }) => count >= minShapesOnLine);
    const kinds = new Set(lines.flatMap((line) => [...line.kinds]));
    return kinds.size < minKinds ? 0 : lines.reduce((sum, { count }) => sum + count, 0);
  }
}

const text = 1;
const path = 2;
const image = 3;
const shading = 4;
const form = 5;
const move = 2;
const line = 0;
const noFill = 0;

const maxRules = 20_000;
/** More pieces are a drawing, not lines. */
const maxSegments = 200;
const maxObjects = 200_000;
const maxFormDepth = 12;
/** Thicker shapes are areas, not lines. */
const thickest = 3;
const minRuleLength = 4;
/** Up to this many times its length may a line lean. */
const lean = 0.02;

export interface Drawings {
  readonly rules: readonly Rule[];
  /** In square points; what overlaps counts twice. */
  readonly imageArea: number;
  /** Objects that may hide text or lie behind it, with the order in which they are drawn. */
  readonly drawn: DrawnAreas;
  /** Shapes that may be letters. */
  readonly letters: OutlinedLetters;
  /** Shapes that may mark the items of lists. */
  readonly shapes: SmallShapes;
}

/** Gathers the straight lines and the pictures that a page draws. */
class DrawingReader {
  readonly rules: Rule[] = [];
  imageArea = 0;
  readonly drawn: DrawnAreas;
  readonly letters = new OutlinedLetters();
  readonly shapes = new SmallShapes();
  #objects = 0;
  readonly #pdfium: Pdfium;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.drawn = new DrawnAreas(pdfium);
  }

  /** Reads an object; `matrix` leads from the space that it is drawn in to the page as it is shown. */
  read(object: number, matrix: Matrix, depth: number, around?: string): void {
    const { call } = this.#pdfium;
    if (this.#objects++ > maxObjects) return;
    const type = call.FPDFPageObj_GetType(object);
    if (type === text && depth === 0) this.drawn.addText(object, this.#objects);
    else if (type === text) this.drawn.addTextOfForm(object, this.#objects, around);
    else if (type === shading) this.drawn.addShading(this.#boundsOf(object, matrix), this.#objects);
    else if (type === path) this.#readPath(object, matrix);
    else if (type === image) this.#readImage(object, matrix);
    else if (type === form && depth < maxFormDepth) {
      const inner = multiply(this.#matrixOf(object), matrix);
      const layer = this.drawn.layerOf(object, around);
      const count = call.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++)
        this.read(call.FPDFFormObj_GetObject(object, index), inner, depth + 1, layer);
    }
  }

  #matrixOf(object: number): Matrix {
    const { call, scratch } = this.#pdfium;
    const isKnown = call.FPDFPageObj_GetMatrix(object, scratch) === 1;
    return isKnown ? readMatrix(this.#pdfium, scratch) : [1, 0, 0, 1, 0, 0];
  }

  #boundsOf(object: number, matrix: Matrix): Box {
    const { call, scratch, float } = this.#pdfium;
    call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    const [left, bottom, right, top] = [
      float(scratch),
      float(scratch + 4),
      float(scratch + 8),
      float(scratch + 12),
    ];
    return transformBox(matrix, left, bottom, right, top);
  }

  #readImage(object: number, matrix: Matrix): void {
    const own = multiply(this.#matrixOf(object), matrix);
    const [a, b, c, d] = own;
    const box = transformBox(own, 0, 0, 1, 1);
    this.drawn.addPicture(box, this.#objects);
    this.shapes.add(box, () => true);
    this.imageArea += Math.abs(a * d - b * c);
  }

  #readPath(object: number, matrix: Matrix): void {
    const box = this.#boundsOf(object, matrix);
    const { x1, y1, x2, y2 } = box;
    this.drawn.addFilled(object, box, this.#objects);
    this.#countLetter(object, { width: x2 - x1, height: y2 - y1, bottom: y2 });
    this.shapes.add(box, () => this.#isDrawn(object));
    if (this.rules.length >= maxRules) return;
    if (y2 - y1 <= thickest) this.#addLine(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2);
    else if (x2 - x1 <= thickest) this.#addLine((x1 + x2) / 2, y1, (x1 + x2) / 2, y2);
    else this.#readSegments(object, matrix);
  }

  #isDrawn(object: number): boolean {
    const { call, scratch, int } = this.#pdfium;
    call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    return int(scratch) !== noFill || int(scratch + 4) !== 0;
  }

  #countLetter(object: number, size: Parameters<OutlinedLetters['add']>[0]): void {
    if (size.height <= thickest) return;
    const { call, scratch, int } = this.#pdfium;
    call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    if (int(scratch) !== noFill) this.letters.add(size, call.FPDFPath_CountSegments(object));
  }

  /** The sides of a path that is stroked, and the parts of a filled one that are as thin as lines. */
  #readSegments(object: number, matrix: Matrix): void {
    const { call, scratch, int, float } = this.#pdfium;
    const count = call.FPDFPath_CountSegments(object);
    if (count > maxSegments || count < 2) return;
    call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    const [fill, isStroked] = [int(scratch), int(scratch + 4) !== 0];
    if (!isStroked && fill === noFill) return;
    const own = multiply(this.#matrixOf(object), matrix);
    let shape: [number, number][] = [];
    const finish = () => {
      if (isStroked) this.#addSides(shape);
      else this.#addThin(shape);
      shape = [];
    };
    for (let index = 0; index < count; index++) {
      const segment = call.FPDFPath_GetPathSegment(object, index);
      const type = call.FPDFPathSegment_GetType(segment);
      call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const [x, y] = [float(scratch), float(scratch + 4)];
      if (type === move) finish();
      else if (type !== line) return;
      shape.push([transformX(own, x, y), transformY(own, x, y)]);
      if (call.FPDFPathSegment_GetClose(segment) === 1 && shape[0]) shape.push(shape[0]);
    }
    finish();
  }

  #addSides(shape: readonly [number, number][]): void {
    shape.forEach(([x, y], index) => {
      const before = shape[index - 1];
      if (before) this.#addLine(before[0], before[1], x, y);
    });
  }

  #addThin(shape: readonly [number, number][]): void {
    if (shape.length < 3) return;
    const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (bottom - top <= thickest) this.#addLine(left, (top + bottom) / 2, right, (top + bottom) / 2);
    else if (right - left <= thickest) this.#addLine((left + right) / 2, top, (left + right) / 2, bottom);
  }

  #addLine(x1: number, y1: number, x2: number, y2: number): void {
    const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    if (Math.max(width, height) < minRuleLength || this.rules.length >= maxRules) return;
    if (Math.min(width, height) > lean * Math.max(width, height)) return;
    this.rules.push({
      x1: Math.min(x1, x2),
      y1: Math.min(y1, y2),
      x2: Math.max(x1, x2),
      y2: Math.max(y1, y2),
    });
  }
}

/** The lines and pictures of a page. */
export function readDrawings(pdfium: Pdfium, page: number, matrix: Matrix): Drawings {
  const reader = new DrawingReader(pdfium);
  const count = pdfium.call.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++)
    reader.read(pdfium.call.FPDFPage_GetObject(page, index), matrix, 0);
  return reader;
}
