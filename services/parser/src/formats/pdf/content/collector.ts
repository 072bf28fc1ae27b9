import type { Font } from '../fonts/font.ts';
import type { Rule, TextRun } from '../page-model.ts';
import { type Matrix, transformX, transformY } from './matrix.ts';

/** More of either is no page that anyone reads. */
const maxRuns = 200_000;
const maxRules = 20_000;
/** Thicker shapes are areas, not lines. */
const thickest = 3;
const shortestRule = 4;
/** Up to this many times its length may a line lean. */
const lean = 0.02;

/** Gathers what the operators of a page draw. */
export class Collector {
  readonly runs: TextRun[] = [];
  readonly rules: Rule[] = [];
  imageArea = 0;
  glyphs = 0;
  unknownGlyphs = 0;
  unreadable = false;

  addText(text: string, font: Font, size: number, [start, end]: readonly [Matrix, number]): void {
    if (text === '' || this.runs.length >= maxRuns) return;
    const [a, b, c, d, x, y] = start;
    const turns = turnsOf(a, b);
    const along = Math.hypot(a, b) * end;
    this.runs.push({
      text,
      x: turns === 2 ? x - along : x,
      y: turns === 3 ? y - along : y,
      width: along,
      size: size * Math.hypot(c, d),
      font,
      turns,
    });
  }

  addLine(x1: number, y1: number, x2: number, y2: number): void {
    const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    if (Math.max(width, height) < shortestRule || this.rules.length >= maxRules) return;
    if (Math.min(width, height) > lean * Math.max(width, height)) return;
    this.rules.push({
      x1: Math.min(x1, x2),
      y1: Math.min(y1, y2),
      x2: Math.max(x1, x2),
      y2: Math.max(y1, y2),
    });
  }

  /** A filled or framed rectangle: a line where it is thin, its four sides where it has a frame. */
  addRectangle(
    matrix: Matrix,
    [x, y, width, height]: readonly [number, number, number, number],
    isFramed: boolean,
  ): void {
    const left = transformX(matrix, x, y);
    const top = transformY(matrix, x, y);
    const right = transformX(matrix, x + width, y + height);
    const bottom = transformY(matrix, x + width, y + height);
    if (Math.abs(bottom - top) <= thickest) this.addLine(left, (top + bottom) / 2, right, (top + bottom) / 2);
    else if (Math.abs(right - left) <= thickest)
      this.addLine((left + right) / 2, top, (left + right) / 2, bottom);
    else if (isFramed) {
      this.addLine(left, top, right, top);
      this.addLine(left, bottom, right, bottom);
      this.addLine(left, top, left, bottom);
      this.addLine(right, top, right, bottom);
    }
  }

  /** A picture fills the unit square. */
  addImage(matrix: Matrix): void {
    this.imageArea += Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
  }
}

/** Quarters of a turn, clockwise, of text along a direction. */
export function turnsOf(a: number, b: number): 0 | 1 | 2 | 3 {
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}
