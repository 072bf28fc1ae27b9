import type { Font, Glyph } from '../fonts/font.ts';
import type { PdfObject } from '../objects/types.ts';
import type { Collector } from './collector.ts';
import { identity, type Matrix, multiply } from './matrix.ts';

/** What a change of place within a line means, in units of the font's size. */
const wordGap = 0.18;
const columnGap = 1.2;

/** The parameters of text that `q` saves and `Q` brings back. */
export interface TextParameters {
  readonly font: Font | undefined;
  readonly size: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
}

export const usualText: TextParameters = {
  font: undefined,
  size: 1,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
};

/** Where text is being drawn (ISO 32000-1, 9.4.4). */
export class TextPen {
  #line: Matrix = identity;
  #matrix: Matrix = identity;
  readonly #collector: Collector;
  /** Stands for what is drawn until it is undefined again; drawn once. */
  replacement: string | undefined;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  begin(): void {
    this.#line = identity;
    this.#matrix = identity;
  }

  set(matrix: Matrix): void {
    this.#line = matrix;
    this.#matrix = matrix;
  }

  move(x: number, y: number): void {
    this.set(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  /** Draws strings, and moves back by the numbers between them (in thousandths). */
  show(items: readonly PdfObject[], parameters: TextParameters, page: Matrix): void {
    const { font, size, scale, characterSpacing, wordSpacing, rise } = parameters;
    const collector = this.#collector;
    if (!font) {
      collector.unreadable = true;
      return;
    }
    let text = '';
    /** From the place of the matrix to the beginning and the end of `text`. */
    let start = 0;
    let advance = 0;
    const flush = () => {
      const origin = multiply([scale, 0, 0, 1, start, rise], multiply(this.#matrix, page));
      collector.addText(this.#replace(text), font, size, [origin, (advance - start) / scale]);
      text = '';
      start = advance;
    };
    const draw = ({ text: shown, width, isSpace }: Glyph) => {
      collector.glyphs++;
      if (shown === undefined) collector.unknownGlyphs++;
      else text += shown;
      advance += (width * size + characterSpacing + (isSpace ? wordSpacing : 0)) * scale;
    };
    for (const item of items) {
      if (typeof item === 'string') {
        font.decode(item, draw);
        continue;
      }
      if (typeof item !== 'number') continue;
      const gap = -item / 1_000;
      if (gap > columnGap) flush();
      else if (gap > wordGap && text !== '' && !text.endsWith(' ')) text += ' ';
      advance += gap * size * scale;
      if (gap > columnGap) start = advance;
    }
    flush();
    this.#matrix = multiply([1, 0, 0, 1, advance, 0], this.#matrix);
  }

  #replace(text: string): string {
    if (this.replacement === undefined) return text;
    const replaced = this.replacement;
    this.replacement = '';
    return replaced;
  }
}
