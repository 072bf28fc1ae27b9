import { createSeededRandom } from '@docfleet/testing';
import PDFKit from 'pdfkit';
import { drawPage } from '../../src/formats/pdf/pdfium/draw-page.ts';
import { openPdf } from '../../src/formats/pdf/pdfium/open-pdf.ts';
import type { Picture } from '../../src/ocr/picture/remove-specks.ts';
import { straighten, turnPicture } from '../../src/ocr/read-picture.ts';
import { finish } from '../formats/pdf/documents.fixture.ts';

const words =
  'the committee met in spring to look at figures of year and found that most them were as it had hoped because river trade grew while harbour repairs finished early under budget according minutes published last week by council office'.split(
    ' ',
  );

/** Sentences that are the same in every run. */
export function sentences(count: number): string {
  const random = createSeededRandom(20_261_121);
  const sentence = () => {
    const text = Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return Array.from({ length: count }, sentence).join(' ');
}

/** Draws a page of A4 as a scanner would see it. */
export async function scanOf(
  draw: (document: PDFKit.PDFDocument) => void,
  dotsPerInch = 200,
): Promise<Picture> {
  const document = new PDFKit({ size: 'A4', margin: 56 });
  document.font('Times-Roman').fontSize(11);
  draw(document);
  const file = await openPdf(await finish(document));
  const picture = await file.withPage(1, (pdfium, page) => drawPage(pdfium, page, dotsPerInch));
  file.close();
  if (!picture) throw new Error('the page was not drawn');
  return picture;
}

/** Rotates a page by an angle in degrees. */
export const tilt = (picture: Picture, degrees: number): Picture => straighten(picture, -degrees);
export const turn = turnPicture;

/** Makes a page look as from a bad copier: gray, noisy, and strewn with dots. */
export function soil({ width, height, pixels }: Picture): Picture {
  const random = createSeededRandom(7);
  const period = 99_991;
  const noise = Float32Array.from({ length: period }, () => (random() + random() - 1) * 45);
  const dots = Int16Array.from({ length: period }, () =>
    random() < 0.015 ? Math.round(random()) * 255 : -1,
  );
  const soiled = new Uint8ClampedArray(pixels.length);
  for (
    let index = 0, place = 0;
    index < pixels.length;
    index++, place = place === period - 1 ? 0 : place + 1
  ) {
    const dot = dots[place] as number;
    soiled[index] = dot >= 0 ? dot : 40 + (pixels[index] as number) * 0.74 + (noise[place] as number);
  }
  return { width, height, pixels: new Uint8Array(soiled.buffer) };
}
