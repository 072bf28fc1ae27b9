import { expect, test } from '@jest/globals';
import { drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

/** A title page: lines in the middle of the page, each of a size, above some text. */
const titlePage = (...shown: readonly (readonly [text: string, size: number])[]) =>
  drawn((document) => {
    let y = 80;
    for (const [text, size] of shown) {
      document.fontSize(size).text(text, 72, y, { align: 'center', width: 450, lineBreak: false });
      y += 1.4 * size;
    }
    document
      .fontSize(10)
      .text('The harbour was repaired in spring by all people near it. '.repeat(20), 72, y + 30);
  });

test('authors, where they work and the date below a title are no headings', async () => {
  const markdown = await titlePage(
    ['The harbour in spring', 20],
    ['Ada Holm and Jon van der Berg', 14],
    ['Department of Statistics, University of Oslo', 14],
    ['October 31, 2022', 14],
  );
  expect(markdown.match(/^#.*$/gm)).toEqual(['# The harbour in spring']);
});

test('a title is whole where one of its lines begins with a small letter', async () => {
  const markdown = await titlePage(
    ['Repaired harbors versus generalized', 20],
    ['least squares representations of linear mixed', 20],
    ['models', 20],
  );
  expect(markdown).toContain(
    '# Repaired harbors versus generalized least squares representations of linear mixed models\n',
  );
});

test('a heading in the middle of the page below a title is one', async () => {
  const markdown = await titlePage(['The harbour in spring', 20], ['Executive Summary', 14]);
  expect(markdown.match(/^#.*$/gm)).toHaveLength(2);
});
