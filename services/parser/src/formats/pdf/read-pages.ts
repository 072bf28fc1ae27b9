import { AppError } from '@docfleet/errors';
import { decodeText, Interpreter } from './content/interpreter.ts';
import type { Matrix } from './content/matrix.ts';
import { transformX, transformY } from './content/matrix.ts';
import { type Font, openFont } from './fonts/font.ts';
import type { PdfDocument } from './objects/document.ts';
import { type Dictionary, isArray, isDictionary, isStream, type PdfObject } from './objects/types.ts';
import type { LinkArea, PageModel } from './page-model.ts';

const maxPages = 100_000;
const deepestTree = 60;
const maxLinks = 5_000;

/** What a page has of itself or from those above it in the tree. */
interface PageNode {
  readonly page: Dictionary;
  readonly inherited: Dictionary;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** The pages of the tree, in order. A node that contains itself is visited once. */
function* walkPages(document: PdfDocument): Generator<PageNode> {
  const seen = new Set<PdfObject>();
  function* walk(node: PdfObject, above: Dictionary, depth: number): Generator<PageNode> {
    const page = document.resolve(node);
    if (!isDictionary(page) || seen.has(page) || depth > deepestTree) return;
    seen.add(page);
    const own = inheritable.flatMap((key) =>
      page.has(key) ? [[key, page.get(key)] as [string, PdfObject]] : [],
    );
    const inherited = new Map([...above, ...own]);
    const kids = document.resolve(page.get('Kids'));
    if (!isArray(kids)) yield { page, inherited };
    else for (const kid of kids) yield* walk(kid, inherited, depth + 1);
  }
  yield* walk(document.catalog.get('Pages') ?? null, new Map(), 0);
}

type Box = readonly [x1: number, y1: number, x2: number, y2: number];
const letter: Box = [0, 0, 612, 792];

function boxOf(document: PdfDocument, value: PdfObject | undefined): Box | undefined {
  const box = document.resolve(value);
  const numbers = isArray(box) ? box.map((item) => document.resolve(item)) : [];
  const [x1, y1, x2, y2] = numbers;
  if (typeof x1 !== 'number' || typeof y1 !== 'number' || typeof x2 !== 'number' || typeof y2 !== 'number')
    return undefined;
  if (x1 === x2 || y1 === y2) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** From the page's own space to points from the upper left corner as it is shown. */
function pageMatrix([x1, y1, x2, y2]: Box, rotation: number): Matrix {
  switch (((rotation % 360) + 360) % 360) {
    case 90:
      return [0, 1, 1, 0, -y1, -x1];
    case 180:
      return [-1, 0, 0, 1, x2, -y1];
    case 270:
      return [0, -1, -1, 0, y2, x2];
    default:
      return [1, 0, 0, -1, -x1, y2];
  }
}

function contentOf(document: PdfDocument, page: Dictionary): Uint8Array {
  const contents = document.resolve(page.get('Contents'));
  const parts = (isArray(contents) ? contents : [contents]).flatMap((part) => {
    const stream = document.resolve(part);
    const data = isStream(stream) ? document.readStream(stream) : undefined;
    // The parts are cut between words, so that a space belongs in between.
    return data ? [data, Buffer.from('\n')] : [];
  });
  return parts.length === 2 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

function linksOf(document: PdfDocument, page: Dictionary, matrix: Matrix): LinkArea[] {
  const annotations = document.resolve(page.get('Annots'));
  if (!isArray(annotations)) return [];
  return annotations.slice(0, maxLinks).flatMap((item) => {
    const annotation = document.resolve(item);
    if (!isDictionary(annotation)) return [];
    const action = document.resolve(annotation.get('A'));
    const href = isDictionary(action) ? document.resolve(action.get('URI')) : null;
    const box = boxOf(document, annotation.get('Rect'));
    if (typeof href !== 'string' || !box) return [];
    const [left, right] = [transformX(matrix, box[0], box[1]), transformX(matrix, box[2], box[3])];
    const [top, bottom] = [transformY(matrix, box[0], box[1]), transformY(matrix, box[2], box[3])];
    const area = {
      x1: Math.min(left, right),
      y1: Math.min(top, bottom),
      x2: Math.max(left, right),
      y2: Math.max(top, bottom),
    };
    return [{ ...area, href: decodeText(href) }];
  });
}

/** Fonts are shared between pages: each is opened once, by the object that it is; undefined for those that cannot be read. */
function createFontFinder(document: PdfDocument) {
  const opened = new Map<PdfObject, Font | undefined>();
  return (resources: Dictionary, name: string): Font | undefined => {
    const fonts = document.resolve(resources.get('Font'));
    const font = document.resolve(isDictionary(fonts) ? fonts.get(name) : undefined);
    if (!isDictionary(font)) return undefined;
    if (!opened.has(font)) opened.set(font, openFont(font, document));
    return opened.get(font);
  };
}

/** Reads the pages one by one, those of damaged documents as far as they go. */
export function* readPages(document: PdfDocument): Generator<PageModel> {
  const findFont = createFontFinder(document);
  let number = 0;
  for (const { page, inherited } of walkPages(document)) {
    number++;
    if (number > maxPages)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The PDF has more than ${maxPages} pages, the most that is read`,
      );
    const box =
      boxOf(document, inherited.get('CropBox')) ?? boxOf(document, inherited.get('MediaBox')) ?? letter;
    const rotation = document.resolve(inherited.get('Rotate'));
    const matrix = pageMatrix(box, typeof rotation === 'number' ? rotation : 0);
    const isTurned = matrix[0] === 0;
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    const interpreter = new Interpreter(document, findFont, matrix);
    const resources = document.resolve(inherited.get('Resources'));
    interpreter.run(contentOf(document, page), isDictionary(resources) ? resources : new Map());
    const { runs, rules, imageArea, glyphs, unknownGlyphs, unreadable } = interpreter.collector;
    yield {
      number,
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      runs,
      rules,
      links: linksOf(document, page, matrix),
      imageShare: Math.min(1, imageArea / (width * height)),
      glyphs,
      unknownGlyphs,
      unreadable,
    };
  }
}
