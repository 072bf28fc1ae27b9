import { expect, test } from '@jest/globals';
import { photos, withSign } from '../../test/ocr/photos.fixture.ts';
import { scanOf, sentences, soil, tilt, turn } from '../../test/ocr/scans.fixture.ts';
import { describeWith } from '../../test/system-programs/needs-programs.fixture.ts';
import type { Picture } from './picture/remove-specks.ts';
import { readPicture } from './read-picture.ts';

const text = sentences(12);
const wordsOf = (from: string) => from.match(/\p{L}+/gu) ?? [];

/** Share of the page's words that were read. */
function recall(read: string): number {
  const counts = new Map<string, number>();
  for (const word of wordsOf(read)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = wordsOf(text);
  const found = words.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left > 0;
  });
  return found.length / words.length;
}

describeWith(['tesseract'], 'a scanned page', () => {
  const page = scanOf((document) => document.text(text));

  test.each<[string, (picture: Picture) => Picture, number]>([
    ['is clean', (picture) => picture, 0.99],
    ['lies askew', (picture) => tilt(picture, 10), 0.95],
    ['lies on its side', (picture) => turn(tilt(picture, -3.3), 1), 0.95],
    ['stands on its head', (picture) => turn(picture, 2), 0.95],
    ['is noisy', soil, 0.95],
    ['is noisy, askew and on its side', (picture) => soil(turn(tilt(picture, 5), 3)), 0.95],
  ])('that %s is read', async (_, spoil, needed) => {
    const { lines } = await readPicture(spoil(await page), { languages: ['eng'] });
    const read = lines.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
    expect(recall(read)).toBeGreaterThanOrEqual(needed);
  });

  test('in a language that is not installed names the package', async () => {
    await expect(readPicture(await page, { languages: ['eng', 'chi_sim'] })).rejects.toMatchObject({
      code: 'SYSTEM_PROGRAM_MISSING',
      message: expect.stringContaining('tesseract-ocr-chi-sim'),
    });
  });
});

describeWith(['tesseract'], 'a picture', () => {
  const wordsIn = async (picture: Picture) =>
    (await readPicture(picture, { languages: ['eng'] })).lines.flatMap(({ words }) =>
      words.map(({ text }) => text),
    );

  test.each(Object.entries(photos))('of %s has no text', async (_, make) => {
    expect(await wordsIn(make())).toEqual([]);
  });

  test('of paper with nothing but noise on it has no text', async () => {
    const paper = { width: 800, height: 1_100, pixels: new Uint8Array(800 * 1_100).fill(255) };
    expect(await wordsIn(soil(paper))).toEqual([]);
  });

  test('of leaves with a sign on it has the words of the sign', async () => {
    const page = await scanOf((document) => document.fontSize(30).text('Open on Sundays'));
    const sign = { width: 900, height: 260, pixels: new Uint8Array(900 * 260) };
    sign.pixels.forEach((_, at) => {
      sign.pixels[at] = page.pixels[(Math.floor(at / 900) + 100) * page.width + (at % 900)] as number;
    });
    expect((await wordsIn(withSign(photos['leaves and houses']!(), sign))).join(' ')).toContain(
      'Open on Sundays',
    );
  });

  test.each(['Exit', '4711', '12.50 EUR', 'AX-77/B'])('that says %s is read', async (words) => {
    const page = await scanOf((document) => document.fontSize(14).text(words), 150);
    expect((await wordsIn(page)).join(' ')).toBe(words);
  });
});
