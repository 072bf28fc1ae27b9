import type { Pdfium } from './load-pdfium.ts';

/** Maps x, y to a·x + c·y + e, b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** First `inner`, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  return [
    inner[0] * outer[0] + inner[1] * outer[2],
    inner[0] * outer[1] + inner[1] * outer[3],
    inner[2] * outer[0] + inner[3] * outer[2],
    inner[2] * outer[1] + inner[3] * outer[3],
    inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
    inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
  ];
}

export const transformX = (matrix: Matrix, x: number, y: number): number =>
  matrix[0] * x + matrix[2] * y + matrix[4];
export const transformY = (matrix: Matrix, x: number, y: number): number =>
  matrix[1] * x + matrix[3] * y + matrix[5];

export interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The box that a box becomes. */
export function transformBox(matrix: Matrix, x1: number, y1: number, x2: number, y2: number): Box {
  const [ax, ay] = [transformX(matrix, x1, y1), transformY(matrix, x1, y1)];
  const [bx, by] = [transformX(matrix, x2, y2), transformY(matrix, x2, y2)];
  return { x1: Math.min(ax, bx), y1: Math.min(ay, by), x2: Math.max(ax, bx), y2: Math.max(ay, by) };
}

/** Reads six floats. */
export function readMatrix({ float }: Pdfium, address: number): Matrix {
  return [
    float(address),
    float(address + 4),
    float(address + 8),
    float(address + 12),
    float(address + 16),
    float(address + 20),
  ];
}

const precision = 1_000;
const step = 1_000;

/** From the page's own space to points from the upper left corner of the page as it is shown, cropped and turned. */
export function pageMatrix(
  { call, scratch, int }: Pdfium,
  page: number,
  width: number,
  height: number,
): Matrix {
  const place = (x: number, y: number) => {
    const [w, h] = [Math.round(width * precision), Math.round(height * precision)];
    call.FPDF_PageToDevice(page, 0, 0, w, h, 0, x, y, scratch, scratch + 4);
    return [int(scratch) / precision, int(scratch + 4) / precision] as const;
  };
  const [originX, originY] = place(0, 0);
  const [alongX, alongY] = place(step, 0);
  const [upX, upY] = place(0, step);
  return [
    (alongX - originX) / step,
    (alongY - originY) / step,
    (upX - originX) / step,
    (upY - originY) / step,
    originX,
    originY,
  ];
}

/** Of text that leans as much, as stamps across a page do, none is a part of the lines that it crosses. */
const leaning = 0.25;

/** Quarters of a turn, clockwise, of text along a direction; text that leans counts as standing on its side. */
export function turnsOf(a: number, b: number): 0 | 1 | 2 | 3 {
  if (Math.abs(b) > leaning * Math.abs(a)) return b > 0 ? 1 : 3;
  return a >= 0 ? 0 : 2;
}

/** Interval of a box along a line, in the direction in which that is written: of lines to the left and upwards, of negative places. */
export function extentAlong({ x1, y1, x2, y2 }: Box, turns: 0 | 1 | 2 | 3): readonly [number, number] {
  if (turns === 0) return [x1, x2];
  if (turns === 1) return [y1, y2];
  return turns === 2 ? [-x2, -x1] : [-y2, -y1];
}

/** Marks over and below the letters of Hebrew and Arabic. */
const isMark = (code: number) =>
  code >= 0x0591 && code <= 0x08ff && /\p{M}/u.test(String.fromCodePoint(code));

/** Returns a reader of a character's box: the full width of its letter; of a combining mark, which takes no room, the area that is drawn. */
export function createBoxReader(
  { call, scratch, float, double }: Pdfium,
  textPage: number,
  matrix: Matrix,
): (index: number, code: number) => Box {
  return (index, code) => {
    if (
      isMark(code) &&
      call.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24)
    ) {
      const [left, right] = [double(scratch), double(scratch + 8)];
      if (right > left) return transformBox(matrix, left, double(scratch + 16), right, double(scratch + 24));
    }
    call.FPDFText_GetLooseCharBox(textPage, index, scratch);
    const left = float(scratch);
    const top = float(scratch + 4);
    const right = float(scratch + 8);
    return transformBox(matrix, left, float(scratch + 12), right, top);
  };
}
