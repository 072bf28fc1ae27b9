import { expect, test } from '@jest/globals';
import PDFKit from 'pdfkit';
import { convertFile, convertLocated } from '../../../test/convert.fixture.ts';
import { encoders } from '../../../test/formats/image/images.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';
import { photos } from '../../../test/ocr/photos.fixture.ts';
import { scanOf, tilt, turn } from '../../../test/ocr/scans.fixture.ts';
import { describeWith } from '../../../test/system-programs/needs-programs.fixture.ts';
import type { OcrOptions } from '../../format.ts';

const standard: OcrOptions = { strategy: 'STANDARD_OCR', languages: ['eng'] };
const basic: OcrOptions = { strategy: 'BASIC_PARSER', languages: ['eng'] };
const layer = 'This page has a text layer of its own, which needs no OCR.';

const harbour =
  'The harbour was repaired in spring, as the committee had asked for in the minutes of the year before, and the work was finished early.';
const river =
  'The river trade grew by a third, mostly because more of the boats that were built in the north could be sold before the winter.';

/** A PDF of pages, each a picture that fills it, or text. */
async function pdfOf(...pages: (Buffer | string)[]): Promise<Buffer> {
  const document = new PDFKit({ size: 'A4', autoFirstPage: false, margin: 56 });
  for (const page of pages) {
    document.addPage();
    if (typeof page === 'string') document.fontSize(11).text(page);
    else document.image(page, 0, 0, { fit: [595, 842] });
  }
  return await finish(document);
}

const failed = 'CB~3lil c npliiMeHeHlileM ynpo111eHHOali CliiCTeMbl Hanoroo6no>KeHlil~ o6beKT B Te4eHHe ';

/** A scan over which there is text that no one wrote. */
async function failedScan(): Promise<Buffer> {
  const document = new PDFKit({ size: 'A4', margin: 56 });
  document.fontSize(11).text(failed.repeat(4));
  document.image(await encoders.jpg(await scan(`${harbour} ${river}`)), 0, 0, { fit: [595, 842] });
  return await finish(document);
}

const scan = (text: string) => scanOf((document) => document.fontSize(11).text(text), 130);

describeWith(['tesseract'], 'a PDF with scanned pages', () => {
  test('is read by OCR where it has no text of its own, and counts those pages', async () => {
    const first = await encoders.jpg(tilt(await scan(harbour), 4));
    const last = await encoders.jpg(turn(await scan(river), 2));
    const content = await pdfOf(first, layer, last);
    let pages = 0;
    const onOcrPage = () => {
      pages++;
    };
    const { markdown } = await convertFile({ content, ocr: standard, onOcrPage });
    expect(markdown).toBe(`${harbour}\n\n${layer}\n\n${river}\n`);
    expect(pages).toBe(2);
  });

  test('what OCR has read stands where the page shows it; on a page that lies upside down, on the page', async () => {
    const upright = await encoders.jpg(await scan(harbour));
    const turned = await encoders.jpg(turn(await scan(river), 2));
    const { places } = await convertLocated({ content: await pdfOf(upright, turned), ocr: standard });
    const [first, last] = places.map(({ place }) => place);
    expect(first).toMatchObject({ page: 1, x: expect.closeTo(56, -1), width: expect.closeTo(480, -2) });
    expect(first && 'y' in first && first.y).toBeGreaterThan(45);
    expect(first && 'y' in first && first.y).toBeLessThan(65);
    expect(last).toMatchObject({ page: 2, x: 0, y: 0 });
    expect(last && 'width' in last && [last.width, last.height].map(Math.round)).toEqual([595, 842]);
  });

  test('is read by OCR where the text over its picture is what other OCR failed at', async () => {
    const { markdown, notRead } = await convertLocated({ content: await failedScan(), ocr: standard });
    expect(markdown).toBe(`${harbour} ${river}\n`);
    expect(notRead).toEqual([]);
  });

  test('names a page that is a photo, of which nothing is stored', async () => {
    const content = await pdfOf(await encoders.jpg(photos['grass']!()), layer);
    const { markdown, notRead } = await convertLocated({ content, ocr: standard });
    expect(markdown).toBe(`${layer}\n`);
    expect(notRead).toMatchObject([
      { what: 'PICTURE', where: 'page 1', why: expect.stringContaining('no text') },
    ]);
  });

  test('without STANDARD_OCR returns what text it has, and says what to do where it has none', async () => {
    const picture = await encoders.jpg(await scan('The harbour.'));
    const mixed = await convertFile({ content: await pdfOf(picture, layer), ocr: basic });
    expect(mixed.markdown).toBe(`${layer}\n`);
    await expect(convertFile({ content: await pdfOf(picture), ocr: basic })).rejects.toMatchObject({
      code: 'DOCUMENT_EMPTY',
      message: expect.stringContaining('STANDARD_OCR'),
    });
  });
});

/** Runs `work` with a PATH in which no program of the system is found. */
async function withoutPrograms<Result>(work: () => Promise<Result>): Promise<Result> {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    return await work();
  } finally {
    process.env['PATH'] = path;
  }
}

/** A page of one color, as OCR has not to be installed here. */
const picture = () =>
  encoders.jpg({ width: 600, height: 800, pixels: new Uint8Array(480_000).map((_, index) => index % 251) });

test('without Tesseract STANDARD_OCR reads what text there is, and names the pages that are pictures', async () => {
  const content = await pdfOf(await picture(), layer);
  const { markdown, notRead } = await withoutPrograms(() => convertLocated({ content, ocr: standard }));
  expect(markdown).toBe(`${layer}\n`);
  expect(notRead).toEqual([
    {
      what: 'PAGE',
      where: 'page 1',
      why: expect.stringMatching(/tesseract.*npm run setup:system/),
      count: 1,
    },
  ]);
});

test('without OCR the text that it failed at is kept, and its page is named', async () => {
  const content = await failedScan();
  for (const read of [
    () => convertLocated({ content, ocr: basic }),
    () => withoutPrograms(() => convertLocated({ content, ocr: standard })),
  ]) {
    const { markdown, notRead } = await read();
    expect(markdown).toContain('Hanoroo6no');
    expect(notRead).toMatchObject([
      { what: 'TEXT', where: 'page 1', why: expect.stringContaining('reads like no language') },
    ]);
  }
});

test('when OCR has taken its time the pages with text are read, and the pages that are left are named', async () => {
  const content = await pdfOf(await picture(), layer);
  const { markdown, notRead } = await convertLocated({ content, ocr: { ...standard, maxMs: 0 } });
  expect(markdown).toBe(`${layer}\n`);
  expect(notRead).toMatchObject([
    { what: 'PAGE', where: 'page 1', why: expect.stringContaining('PARSE_TOTAL_SECONDS'), count: 1 },
  ]);
});

test('without Tesseract STANDARD_OCR fails a document of pictures alone with what to install', async () => {
  const content = await pdfOf(await picture());
  await expect(withoutPrograms(() => convertFile({ content, ocr: standard }))).rejects.toMatchObject({
    code: 'SYSTEM_PROGRAM_MISSING',
  });
});
