import { spawnSync } from 'node:child_process';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { animated, encoders, heldAs, pngOf, tiffOf } from '../../../test/formats/image/images.fixture.ts';
import { pressJpegOf } from '../../../test/formats/image/press-jpeg.fixture.ts';
import { photos } from '../../../test/ocr/photos.fixture.ts';
import { scanOf, sentences } from '../../../test/ocr/scans.fixture.ts';
import { describeWith } from '../../../test/system-programs/needs-programs.fixture.ts';
import type { Picture } from '../../ocr/picture/remove-specks.ts';
import { turnPicture } from '../../ocr/read-picture.ts';

const said = (text: string, dotsPerInch = 150) =>
  scanOf((document) => document.fontSize(14).text(text), dotsPerInch);

/** Rows of a picture for a PNG, each pixel as `toBytes` has it. */
const rowsOf = ({ width, height, pixels }: Picture, toBytes: (value: number) => readonly number[]) =>
  Array.from({ length: height }, (_, y) =>
    Buffer.from([...pixels.subarray(y * width, (y + 1) * width)].flatMap((value) => [...toBytes(value)])),
  );

const hasPoppler = spawnSync('pdftoppm', ['-v']).error === undefined;
/** Only poppler makes such pictures. */
const testPress = runWhere(test, hasPoppler, 'pdftoppm is not installed');

describeWith(['tesseract'], 'an image', () => {
  const hello = said('Hello from the harbour');

  test('has its text in places that are counted in pixels', async () => {
    const picture = await hello;
    const { places } = await convertLocated({ name: 'a.png', content: await encoders.png(picture) });
    const [{ place } = { place: undefined }] = places;
    // Its margin is 56 points, and a pixel is 72 / 150 of one.
    expect(place).toMatchObject({ page: 1, x: expect.closeTo(117, -1) });
    expect(place && 'width' in place && place.width).toBeGreaterThan(250);
    expect(place && 'width' in place && place.width).toBeLessThan(350);
  });

  test.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['bmp', 'image/bmp'],
    ['gif', 'image/gif'],
    ['tif', 'image/tiff'],
  ] as const)('in %s is read, whatever it is called', async (kind, mimeType) => {
    const content = await encoders[kind](await hello);
    expect(await convertFile({ name: 'a.txt', content })).toEqual({
      mimeType,
      markdown: 'Hello from the harbour\n',
    });
  });

  /** The picture as a camera stores it that is held otherwise: mirrored, or mirrored and on its side. */
  const mirror = ({ width, height, pixels }: Picture): Picture => ({
    width,
    height,
    pixels: pixels.map((_, index) => pixels[index - (index % width) + (width - 1 - (index % width))] ?? 0),
  });

  test.each<[number, (picture: Picture) => Picture]>([
    [2, mirror],
    [5, (picture) => turnPicture(mirror(picture), 1)],
    [7, (picture) => turnPicture(mirror(picture), 3)],
  ])('whose camera stored it mirrored, orientation %d of EXIF, is read', async (orientation, store) => {
    const content = heldAs(await encoders.jpg(store(await hello)), orientation);
    expect(await markdownOf('a.jpg', content)).toBe('Hello from the harbour\n');
  });

  test('of white letters on nothing is read', async () => {
    const picture = await hello;
    const rows = rowsOf(picture, (value) => [255, 255, 255, 255 - value]);
    const content = pngOf(picture, { depth: 8, colorType: 6, rows });
    expect(await markdownOf('a.png', content)).toBe('Hello from the harbour\n');
  });

  test('that moves is read in its first frame, as PNG too', async () => {
    const content = animated(await encoders.png(await hello));
    expect(await markdownOf('a.png', content)).toBe('Hello from the harbour\n');
  });

  test('has the structure that its layout shows', async () => {
    const page = await scanOf((document) => {
      document.font('Helvetica-Bold').fontSize(20).text('Annual Report').moveDown(0.5);
      document.font('Times-Roman').fontSize(11);
      document.text(
        'The committee met in the spring and looked at the figures of the year before.'.repeat(3),
      );
      document.moveDown().text('•  Boats were repaired').text('•  Roads were built').moveDown();
      const { y } = document;
      for (const [row, cells] of [
        ['Item', 'Year'],
        ['Apples', '2019'],
        ['Pears', '2020'],
      ].entries())
        cells.forEach((cell, column) => {
          document.text(cell, 56 + column * 150, y + row * 18, { lineBreak: false });
        });
    });
    const markdown = await markdownOf('a.png', await encoders.png(page));
    expect(markdown).toMatch(/^# Annual Report\n\nThe committee/);
    expect(markdown).toContain('\n- Boats were repaired\n- Roads were built\n');
    expect(markdown).toContain('| Item | Year |\n| --- | --- |\n| Apples | 2019 |\n| Pears | 2020 |');
  });

  test.each([false, true])('of several pages is read whole (bytes swapped: %s)', async (swapped) => {
    const pages = [await hello, await said('Goodbye from the river')];
    expect(await markdownOf('a.tiff', tiffOf(pages, { swapped }))).toBe(
      'Hello from the harbour\n\nGoodbye from the river\n',
    );
  });

  test.each([
    ['transparent where there is paper', 8, 4, (value: number) => [0, 255 - value]],
    ['of 16 bits a pixel', 16, 0, (value: number) => [value, value]],
  ] as const)('that is %s is read', async (_, depth, colorType, toBytes) => {
    const picture = await hello;
    const content = pngOf(picture, { depth, colorType, rows: rowsOf(picture, toBytes) });
    expect(await markdownOf('a.png', content)).toBe('Hello from the harbour\n');
  });

  testPress.each([false, true])('of the four colors of a press is read (by Adobe: %s)', async (byAdobe) => {
    const content = await pressJpegOf('Hello from the harbour', byAdobe);
    expect(await markdownOf('a.jpg', content)).toBe('Hello from the harbour\n');
  });

  test('of a photo alone says that no text was recognized, and one page among others is named', async () => {
    const photo = photos['grass']!();
    const file = { name: 'a.png', content: await encoders.png(photo) };
    await expect(convertFile(file)).rejects.toMatchObject({
      code: 'DOCUMENT_EMPTY',
      message: 'A picture in which no text was recognized',
    });
    const { markdown, notRead } = await convertLocated({ content: tiffOf([await hello, photo]) });
    expect(markdown).toBe('Hello from the harbour\n');
    expect(notRead).toEqual([
      { what: 'PICTURE', where: 'page 2', why: 'A picture in which no text was recognized', count: 1 },
    ]);
  });

  test('of so few pixels that most words are read wrongly keeps those that are not', async () => {
    const page = await scanOf((document) => document.fontSize(10).text(sentences(6)), 50);
    expect(await markdownOf('a.png', await encoders.png(page))).toMatch(/\b(?:of|work|yet|budget|council)\b/);
  });

  test('with small letters is read', async () => {
    expect(await markdownOf('a.png', await encoders.png(await said('Words of a screen', 72)))).toBe(
      'Words of a screen\n',
    );
  });
});

/** Bytes of the shortest part that is tried; less could be taken for a text. */
const minHeadBytes = 40;
const blank: Picture = { width: 60, height: 40, pixels: new Uint8Array(2_400).fill(255) };

test.each(Object.keys(encoders) as (keyof typeof encoders)[])(
  'a blank %s is DOCUMENT_EMPTY',
  async (kind) => {
    const content = await encoders[kind](blank);
    await expect(convertFile({ content })).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
  },
);

test.each(Object.keys(encoders) as (keyof typeof encoders)[])(
  'a %s that is cut off anywhere is refused with a code of documents',
  async (kind) => {
    const whole = await encoders[kind](blank);
    for (let part = 1; part < 20; part++) {
      const content = whole.subarray(
        0,
        minHeadBytes + Math.floor(((whole.length - minHeadBytes) * part) / 20),
      );
      const code = expect.stringMatching(/^(?:DOCUMENT_|UNSUPPORTED_FILE_TYPE)/);
      await expect(convertFile({ content })).rejects.toMatchObject({ code });
    }
  },
);

const huge = { width: 30_000, height: 30_000 };

test.each([
  ['PNG', pngOf(huge, { depth: 1, colorType: 0 })],
  ['TIFF', tiffOf([{ ...huge, pixels: new Uint8Array(8) }])],
])('a %s of 30,000 x 30,000 pixels is DOCUMENT_TOO_COMPLEX before it is decoded', async (_, content) => {
  await expect(convertFile({ content })).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COMPLEX',
    message: expect.stringContaining('30000 x 30000'),
  });
});

test('a TIFF whose pages go round in a circle is DOCUMENT_UNREADABLE', async () => {
  const pages = tiffOf([{ width: 1, height: 1, pixels: new Uint8Array(1) }]);
  pages.writeUInt32LE(8, 8 + 2 + 9 * 12);
  await expect(convertFile({ content: pages })).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});
