import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import type { SourceDocument, Writer } from '../documents/document.ts';
import { createRandom } from '../documents/random.ts';

/** How a page lies in the scanner, and how badly it is copied. */
export interface Spoiling {
  /** By which it is turned to the right. */
  readonly degrees?: number;
  readonly isNoisy?: boolean;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** A byte for each pixel, 0 for black. */
  readonly pixels: Uint8Array;
}

const dotsPerInch = 200;
const paper = 255;

function print(document: SourceDocument): Promise<Buffer> {
  const page = new PDFKit({ size: 'A4', margin: 56 });
  page.font('Times-Roman').fontSize(11);
  for (const piece of document)
    if (piece.kind === 'paragraph') page.text(piece.spans.map(({ text }) => text).join('')).moveDown(0.5);
  page.end();
  return buffer(page);
}

/** The first page as a scanner would see it, by poppler. */
function rasterise(pdf: Uint8Array): Picture {
  const options = { input: pdf, maxBuffer: 100_000_000 };
  const pgm = execFileSync('pdftoppm', ['-gray', '-singlefile', '-r', `${dotsPerInch}`, '-'], options);
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 64));
  if (!header) throw new Error('pdftoppm drew nothing');
  return { width: Number(header[1]), height: Number(header[2]), pixels: pgm.subarray(header[0].length) };
}

/** Rotates a picture about its center, with interpolation, on paper large enough for all of it. */
function rotate({ width, height, pixels }: Picture, degrees: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const wide = Math.round(Math.abs(width * cos) + Math.abs(height * sin));
  const high = Math.round(Math.abs(width * sin) + Math.abs(height * cos));
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? paper : (pixels[y * width + x] ?? paper);
  const turned = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const [dx, dy] = [x - wide / 2, y - high / 2];
      const [fromX, fromY] = [dx * cos + dy * sin + width / 2, dy * cos - dx * sin + height / 2];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, down] = [fromX - left, fromY - top];
      const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      turned[y * wide + x] = above * (1 - down) + below * down;
    }
  return { width: wide, height: high, pixels: turned };
}

/** Returns a picture as from a bad copier: paler, grainy, with dots strewn over it. */
function soil({ pixels, ...size }: Picture): Picture {
  const random = createRandom(7);
  const grain = () => (random.next() + random.next() - 1) * 45;
  const soiled = pixels.map((value) => {
    if (random.next() < 0.015) return random.next() < 0.5 ? 0 : paper;
    return Math.max(0, Math.min(paper, 40 + value * 0.74 + grain()));
  });
  return { ...size, pixels: soiled };
}

/** As a BMP of 256 grays, whose rows begin at the bottom. */
function writeBmp({ width, height, pixels }: Picture): Buffer {
  const rowBytes = Math.ceil(width / 4) * 4;
  const start = 54 + 256 * 4;
  const bmp = Buffer.alloc(start + rowBytes * height);
  bmp.write('BM');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(start, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(8, 28);
  const pixelsPerMetre = Math.round(dotsPerInch / 0.0254);
  bmp.writeInt32LE(pixelsPerMetre, 38);
  bmp.writeInt32LE(pixelsPerMetre, 42);
  for (let gray = 0; gray < 256; gray++)
    bmp.fill(Buffer.from([gray, gray, gray, 0]), 54 + gray * 4, 58 + gray * 4);
  for (let y = 0; y < height; y++)
    bmp.set(pixels.subarray(y * width, (y + 1) * width), start + (height - 1 - y) * rowBytes);
  return bmp;
}

/** A scan of the paragraphs of a document's first page at 200 dots an inch. */
export const writeScan =
  ({ degrees = 0, isNoisy = false }: Spoiling): Writer =>
  async (document) => {
    const page = rasterise(await print(document));
    const turned = degrees === 0 ? page : rotate(page, degrees);
    return writeBmp(isNoisy ? soil(turned) : turned);
  };
