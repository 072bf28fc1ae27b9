import { expect, test } from '@jest/globals';
import PDFKit from 'pdfkit';
import { convertLocated } from '../../../test/convert.fixture.ts';
import { encoders } from '../../../test/formats/image/images.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';

const sentence = 'Employees have thirty days of paid leave in each year, as the rules of the house say.';
const picture = await encoders.png({ width: 60, height: 60, pixels: new Uint8Array(3_600).fill(120) });

/** Returns the parts that a PDF lacks, of pages that are drawn like this. */
async function notReadOf(...pages: ((document: PDFKit.PDFDocument) => void)[]) {
  const document = new PDFKit({ size: 'A4', autoFirstPage: false });
  for (const draw of pages) {
    document.addPage();
    draw(document);
  }
  return (await convertLocated({ content: await finish(document) })).notRead;
}

const write = (document: PDFKit.PDFDocument) => document.fontSize(11).text(sentence, 72, 72);

/** Draws `count` shapes of `kinds` kinds in lines of twenty, each with curves, of the size of letters. */
function drawLetters(document: PDFKit.PDFDocument, count: number, kinds: number): void {
  for (let index = 0; index < count; index++) {
    const [x, y, wide] = [80 + (index % 20) * 18, 200 + Math.floor(index / 20) * 20, 5 + (index % kinds)];
    document
      .moveTo(x, y)
      .bezierCurveTo(x + 1, y - 8, x + wide, y - 8, x + wide, y - 2)
      .lineTo(x + wide, y + 4)
      .bezierCurveTo(x + 2, y + 5, x + 1, y + 3, x, y)
      .fill();
  }
}

test('a large picture beside text is named, and a small one is not', async () => {
  const notRead = await notReadOf(
    (document) => write(document).image(picture, 72, 200, { width: 300 }),
    (document) => write(document).image(picture, 72, 200, { width: 60 }),
  );
  expect(notRead).toEqual([
    { what: 'PICTURE', where: 'page 1', why: expect.stringContaining('pictures'), count: 1 },
  ]);
});

test('a picture behind the text of its page is no picture that is not read', async () => {
  const notRead = await notReadOf((document) => write(document.image(picture, 60, 60, { width: 450 })));
  expect(notRead).toEqual([]);
});

test('a page whose letters are drawn as outlines alone is a page that is not read', async () => {
  const notRead = await notReadOf(write, (document) => drawLetters(document, 200, 12));
  expect(notRead).toEqual([
    { what: 'PAGE', where: 'page 2', why: expect.stringContaining('STANDARD_OCR'), count: 1 },
  ]);
});

test('letters that are drawn as outlines beside text are named', async () => {
  const notRead = await notReadOf((document) => drawLetters(write(document), 200, 12));
  expect(notRead).toEqual([
    { what: 'TEXT', where: 'page 1', why: expect.stringContaining('outlines'), count: 1 },
  ]);
});

test('the marks of a diagram are no letters', async () => {
  expect(await notReadOf((document) => drawLetters(write(document), 400, 3))).toEqual([]);
});
