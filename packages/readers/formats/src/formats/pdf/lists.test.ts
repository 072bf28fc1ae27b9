import { expect, test } from '@jest/globals';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

type Mark = (document: Document, x: number, y: number) => void;

/** Marks of items as programs draw them that have no letter for them, beside a line of ten points whose top is at `y`. */
const marks: readonly (readonly [string, Mark])[] = [
  ['discs', (document, x, y) => document.circle(x, y + 4.5, 1.8).fill()],
  [
    'circles',
    (document, x, y) =>
      document
        .circle(x, y + 4.5, 1.6)
        .lineWidth(0.7)
        .stroke(),
  ],
  ['squares', (document, x, y) => document.rect(x - 1.6, y + 2.9, 3.2, 3.2).fill()],
];

test.each(marks)('lines behind %s that are drawn are the items of a list', async (_, mark) => {
  const markdown = await drawn((document) => {
    at(document, 'Bring these things to the harbour:', 72, 100);
    for (const [index, item] of ['Rope of ten metres', 'Paint and brushes', 'A lamp'].entries()) {
      mark(document, 94, 118 + 14 * index);
      at(document, item, 102, 118 + 14 * index);
    }
    at(document, 'The harbour opens at eight.', 72, 180);
  });
  expect(markdown).toBe(
    'Bring these things to the harbour:\n\n- Rope of ten metres\n- Paint and brushes\n- A lamp\n\nThe harbour opens at eight.\n',
  );
});

test('items below each other keep their lines and their levels where their marks are drawn', async () => {
  const [disc, circle] = marks.map(([, mark]) => mark) as [Mark, Mark];
  const markdown = await drawn((document) => {
    disc(document, 94, 100);
    at(document, 'Rope that is long enough to reach from the quay to every boat of the', 102, 100);
    at(document, 'harbour and back', 102, 114);
    circle(document, 124, 128);
    at(document, 'of hemp', 132, 128);
    disc(document, 94, 142);
    at(document, 'A lamp', 102, 142);
  });
  expect(markdown).toBe(
    '- Rope that is long enough to reach from the quay to every boat of the harbour and back\n  - of hemp\n- A lamp\n',
  );
});

test('shapes within a line, or beside a heading, mark no items', async () => {
  const [, , square] = marks.map(([, mark]) => mark) as [Mark, Mark, Mark];
  const markdown = await drawn((document) => {
    for (const [index, title] of ['Boats', 'Ships'].entries()) {
      const top = 100 + 120 * index;
      square(document, 66, top + 4);
      document.fontSize(16);
      at(document, title, 72, top);
      document.fontSize(10);
      for (let line = 0; line < 5; line++)
        at(
          document,
          `${title} enter the harbour in spring ${line} and leave it before the ice`,
          72,
          top + 30 + 14 * line,
        );
    }
    for (const y of [340, 354]) {
      at(document, 'The mark', 72, y);
      square(document, 114, y);
      at(document, 'stands on every chart of the town', 120, y);
    }
  });
  expect(markdown).toContain('# Boats\n');
  expect(markdown).toContain('# Ships\n');
  expect(markdown).toContain(
    'The mark stands on every chart of the town The mark stands on every chart of the town',
  );
});

test.each(['a)', '(a)', 'a.', '1.', '–'])(
  'items behind %s keep their lines without a hanging indent',
  async (marker) => {
    const next = marker.replace('a', 'b').replace('1', '2');
    const markdown = await drawn((document) => {
      at(document, 'Guests that rent a boat of the town have two duties, which are written into the', 72, 86);
      at(document, 'contract of each of them:', 72, 100);
      at(
        document,
        `${marker} They keep the boat clean and dry, they leave no rope on the quay and pay for the`,
        72,
        120,
      );
      at(
        document,
        'paint that is needed. They are at home at nine, as long as the harbour is open and',
        72,
        134,
      );
      at(document, 'no storm has been announced.', 72, 148);
      at(document, `${next} They bring the boat back.`, 72, 162);
      at(document, 'All others are guests.', 72, 190);
    });
    expect(markdown.replace(/^(?:[\d]+\.|-)/gm, '*')).toMatch(
      /\n\* .*They keep .* pay for the paint that is needed\. They are .* and no storm has been announced\.\n\* .*They bring the boat back\.\n\nAll others are guests\.\n$/,
    );
  },
);
