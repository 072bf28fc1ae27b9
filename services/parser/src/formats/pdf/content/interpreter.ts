import type { Font } from '../fonts/font.ts';
import type { PdfDocument } from '../objects/document.ts';
import { Parser } from '../objects/parser.ts';
import {
  type Dictionary,
  isArray,
  isDictionary,
  isStream,
  Keyword,
  Name,
  type PdfObject,
} from '../objects/types.ts';
import { Collector } from './collector.ts';
import { skipInlineImage } from './inline-image.ts';
import { type Matrix, multiply, transformX, transformY } from './matrix.ts';
import { type TextParameters, TextPen, usualText } from './text-state.ts';

/** Opens the font that a resource dictionary calls by this name; undefined where it has none that can be read. */
export type FindFont = (resources: Dictionary, name: string) => Font | undefined;

interface Saved {
  readonly matrix: Matrix;
  readonly text: TextParameters;
}

const deepestForm = 12;
const maxSaved = 500;
/** Operators on one page; drawings of maps have hundreds of thousands. */
const maxOperators = 3_000_000;

type Operands = readonly PdfObject[];
const num = (operands: Operands, index: number): number => {
  const value = operands[index];
  return typeof value === 'number' ? value : 0;
};
const matrixOf = (operands: Operands): Matrix => [
  num(operands, 0),
  num(operands, 1),
  num(operands, 2),
  num(operands, 3),
  num(operands, 4),
  num(operands, 5),
];

type Rectangle = [number, number, number, number];

/** Carries out the operators of one page, as far as they tell what text stands where. */
export class Interpreter {
  readonly collector = new Collector();
  readonly #document: PdfDocument;
  readonly #findFont: FindFont;
  readonly #pen = new TextPen(this.collector);
  #matrix: Matrix;
  #text: TextParameters = usualText;
  #saved: Saved[] = [];
  #resources: Dictionary = new Map();
  #marks: { readonly isArtifact: boolean; readonly replaces: boolean }[] = [];
  #artifacts = 0;
  #rectangles: Rectangle[] = [];
  #segments: [number, number, number, number][] = [];
  #point: [number, number] = [0, 0];
  #begin: [number, number] = [0, 0];
  #operators = 0;
  #depth = 0;

  constructor(document: PdfDocument, findFont: FindFont, matrix: Matrix) {
    this.#document = document;
    this.#findFont = findFont;
    this.#matrix = matrix;
  }

  run(content: Uint8Array, resources: Dictionary): void {
    const outer = this.#resources;
    this.#resources = resources;
    const parser = new Parser(content, 0, false);
    // Emptied and used again: no operation keeps it.
    const operands: PdfObject[] = [];
    for (;;) {
      const object = parser.read();
      if (object === undefined || this.#operators > maxOperators) break;
      if (!(object instanceof Keyword)) {
        if (operands.length < 64) operands.push(object);
        continue;
      }
      this.#operators++;
      if (object.value === 'BI') skipInlineImage(parser.lexer);
      else this.#operations[object.value]?.(operands);
      operands.length = 0;
    }
    this.#resources = outer;
  }

  readonly #operations: Readonly<Record<string, (operands: Operands) => void>> = {
    q: () => {
      if (this.#saved.length < maxSaved) this.#saved.push({ matrix: this.#matrix, text: this.#text });
    },
    Q: () => {
      const saved = this.#saved.pop();
      if (!saved) return;
      this.#matrix = saved.matrix;
      this.#text = saved.text;
    },
    cm: (operands) => {
      this.#matrix = multiply(matrixOf(operands), this.#matrix);
    },
    gs: ([name]) => this.#useState(name),
    Do: ([name]) => this.#drawObject(name),

    BT: () => this.#pen.begin(),
    Tf: ([name, size]) => this.#useFont(name, size),
    Tc: (operands) => this.#setText({ characterSpacing: num(operands, 0) }),
    Tw: (operands) => this.#setText({ wordSpacing: num(operands, 0) }),
    Tz: (operands) => this.#setText({ scale: num(operands, 0) / 100 || 1 }),
    TL: (operands) => this.#setText({ leading: num(operands, 0) }),
    Ts: (operands) => this.#setText({ rise: num(operands, 0) }),
    Tm: (operands) => this.#pen.set(matrixOf(operands)),
    Td: (operands) => this.#pen.move(num(operands, 0), num(operands, 1)),
    TD: (operands) => {
      this.#setText({ leading: -num(operands, 1) });
      this.#pen.move(num(operands, 0), num(operands, 1));
    },
    'T*': () => this.#nextLine(),
    Tj: (operands) => this.#show(operands),
    TJ: ([items]) => this.#show(isArray(items) ? items : []),
    "'": (operands) => {
      this.#nextLine();
      this.#show(operands);
    },
    '"': (operands) => {
      this.#setText({ wordSpacing: num(operands, 0), characterSpacing: num(operands, 1) });
      this.#nextLine();
      this.#show(operands.slice(2));
    },

    m: (operands) => {
      this.#point = this.#place(num(operands, 0), num(operands, 1));
      this.#begin = this.#point;
    },
    l: (operands) => this.#lineTo(this.#place(num(operands, 0), num(operands, 1))),
    c: (operands) => this.#jumpTo(num(operands, 4), num(operands, 5)),
    v: (operands) => this.#jumpTo(num(operands, 2), num(operands, 3)),
    y: (operands) => this.#jumpTo(num(operands, 2), num(operands, 3)),
    h: () => this.#lineTo(this.#begin),
    re: (operands) => {
      this.#rectangles.push([num(operands, 0), num(operands, 1), num(operands, 2), num(operands, 3)]);
    },
    S: () => this.#paint(true),
    s: () => this.#paint(true),
    f: () => this.#paint(false),
    F: () => this.#paint(false),
    'f*': () => this.#paint(false),
    B: () => this.#paint(true),
    'B*': () => this.#paint(true),
    b: () => this.#paint(true),
    'b*': () => this.#paint(true),
    n: () => this.#forgetPath(),

    BMC: ([tag]) => this.#mark(tag, undefined),
    BDC: ([tag, properties]) => this.#mark(tag, properties),
    EMC: () => this.#unmark(),
  };

  #setText(change: Partial<TextParameters>): void {
    this.#text = { ...this.#text, ...change };
  }

  #useFont(name: PdfObject | undefined, size: PdfObject | undefined): void {
    const font = name instanceof Name ? this.#findFont(this.#resources, name.value) : undefined;
    this.#setText({ font, size: typeof size === 'number' ? size : 1 });
  }

  #nextLine(): void {
    this.#pen.move(0, -this.#text.leading);
  }

  #show(items: Operands): void {
    if (this.#artifacts > 0) return;
    this.#pen.show(items, this.#text, this.#matrix);
  }

  #place(x: number, y: number): [number, number] {
    return [transformX(this.#matrix, x, y), transformY(this.#matrix, x, y)];
  }

  #lineTo(point: [number, number]): void {
    if (this.#segments.length < 10_000) this.#segments.push([...this.#point, ...point]);
    this.#point = point;
  }

  #jumpTo(x: number, y: number): void {
    this.#point = this.#place(x, y);
  }

  #paint(isFramed: boolean): void {
    for (const rectangle of this.#rectangles) this.collector.addRectangle(this.#matrix, rectangle, isFramed);
    if (isFramed || this.#segments.length <= 5)
      for (const segment of this.#segments) this.collector.addLine(...segment);
    this.#forgetPath();
  }

  #forgetPath(): void {
    this.#rectangles = [];
    this.#segments = [];
  }

  #resource(kind: string, name: PdfObject | undefined): PdfObject {
    const resources = this.#document.resolve(this.#resources.get(kind));
    if (!isDictionary(resources) || !(name instanceof Name)) return null;
    return this.#document.resolve(resources.get(name.value));
  }

  #useState(name: PdfObject | undefined): void {
    const state = this.#resource('ExtGState', name);
    const font = isDictionary(state) ? this.#document.resolve(state.get('Font')) : null;
    if (isArray(font) && typeof font[1] === 'number') this.#setText({ size: font[1] });
  }

  #drawObject(name: PdfObject | undefined): void {
    const object = this.#resource('XObject', name);
    if (!isStream(object)) return;
    const kind = this.#document.resolve(object.dictionary.get('Subtype'));
    if (!(kind instanceof Name)) return;
    if (kind.value === 'Image') this.collector.addImage(this.#matrix);
    else if (kind.value === 'Form' && this.#depth < deepestForm) {
      const content = this.#document.readStream(object);
      if (content) this.#drawForm(object.dictionary, content);
    }
  }

  #drawForm(form: Dictionary, content: Uint8Array): void {
    const saved = { matrix: this.#matrix, text: this.#text, stack: this.#saved, marks: this.#marks };
    const matrix = this.#document.resolve(form.get('Matrix'));
    if (isArray(matrix))
      this.#matrix = multiply(matrixOf(matrix.map((item) => this.#document.resolve(item))), this.#matrix);
    const resources = this.#document.resolve(form.get('Resources'));
    this.#saved = [];
    this.#depth++;
    this.run(content, isDictionary(resources) ? resources : this.#resources);
    this.#depth--;
    this.#matrix = saved.matrix;
    this.#text = saved.text;
    this.#saved = saved.stack;
  }

  #mark(tag: PdfObject | undefined, given: PdfObject | undefined): void {
    const properties = given instanceof Name ? this.#resource('Properties', given) : given;
    const actual = isDictionary(properties) ? this.#document.resolve(properties.get('ActualText')) : null;
    const isArtifact = tag instanceof Name && tag.value === 'Artifact';
    if (isArtifact) this.#artifacts++;
    if (typeof actual === 'string') this.#pen.replacement = decodeText(actual);
    this.#marks.push({ isArtifact, replaces: typeof actual === 'string' });
  }

  #unmark(): void {
    const mark = this.#marks.pop();
    if (mark?.isArtifact) this.#artifacts--;
    if (mark?.replaces) this.#pen.replacement = undefined;
  }
}

/** A text string: UTF-16 with a mark, UTF-8 with one, or PDFDocEncoding, which is nearly Latin-1. */
export function decodeText(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer.subarray(2));
  if (bytes.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(buffer.subarray(2));
  if (bytes.startsWith('\xef\xbb\xbf')) return buffer.subarray(3).toString('utf8');
  return bytes;
}
