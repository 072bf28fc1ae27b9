import { expect, test } from '@jest/globals';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

const places = [72, 200, 260, 340, 400];

/** Draws the cells of a row at these places, but for empty ones. */
function row(document: Document, texts: readonly string[], y: number, columns = places): void {
  for (const [index, text] of texts.entries()) if (text) at(document, text, columns[index] as number, y);
}

/** Rows of a harbour's name and four numbers. */
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [
    `Harbour ${from + index}`,
    ...[3, 5, 7, 11].map((factor) => String((from + index) * factor + 100)),
  ]);

test('columns of numbers below a common title are columns of their own', async () => {
  const markdown = await drawn((document) => {
    at(document, 'Ships that entered the port', 190, 100);
    at(document, 'Boats that left it again', 335, 100);
    row(document, ['', '2009', '2010', '2009', '2010'], 114);
    for (const [index, texts] of numbers(1, 5).entries()) row(document, texts, 128 + 14 * index);
  });
  expect(markdown).toContain('| Harbour 1 | 103 | 105 | 107 | 111 |\n| Harbour 2 | 106 | 110 | 114 | 122 |');
  expect(markdown).toContain('|  | 2009 | 2010 | 2009 | 2010 |');
});

test('numbers with little room between them stand in two columns', async () => {
  const markdown = await drawn((document) => {
    for (const [index, texts] of numbers(1, 5).entries())
      row(document, texts, 100 + 14 * index, [72, 200, 200 + 21, 340, 340 + 21]);
  });
  expect(markdown).toContain('| Harbour 5 | 115 | 125 | 135 | 155 |');
});

test('titles between the rows of a table of numbers do not end it', async () => {
  const markdown = await drawn((document) => {
    row(document, ['Harbour', 'May', 'June', 'July', 'August'], 100);
    for (const [index, texts] of numbers(1, 3).entries()) row(document, texts, 114 + 14 * index);
    at(document, 'Harbours of the north, all of which are closed in winter', 72, 156);
    for (const [index, texts] of numbers(4, 3).entries()) row(document, texts, 170 + 14 * index);
  });
  expect(markdown).toContain(
    '| Harbour 3 | 109 | 115 | 121 | 133 |\n| Harbours of the north, all of which are closed in winter |\n| Harbour 4 |',
  );
  expect(markdown.match(/^\| ---/gm)).toHaveLength(1);
});

test('numbers beside a label of two lines, half a line lower, are in its row', async () => {
  const markdown = await drawn((document) => {
    row(document, ['Harbour', 'May', 'June', 'July', 'August'], 100);
    row(document, numbers(1, 1)[0] as string[], 126);
    at(document, 'Harbours that are', 72, 150);
    row(document, ['', '7', '8', '9', '10'], 156.5);
    at(document, 'closed in winter', 72, 163);
    row(document, numbers(3, 1)[0] as string[], 186);
  });
  expect(markdown).toContain('| Harbours that are closed in winter | 7 | 8 | 9 | 10 |');
});

test('a title and notes in the frame of a table are no cells', async () => {
  const markdown = await drawn((document) => {
    const [left, right] = [70, 460];
    for (const y of [90, 110, 130, 150, 170]) document.moveTo(left, y).lineTo(right, y).stroke();
    for (const x of [left, right]) document.moveTo(x, 90).lineTo(x, 190).stroke();
    document.moveTo(left, 190).lineTo(right, 190).stroke();
    for (const x of [195, 330]) document.moveTo(x, 110).lineTo(x, 170).stroke();
    at(document, 'Ships and boats that entered the harbours of the town', 110, 94);
    for (const [index, texts] of [
      ['Harbour', 'Ships', 'Boats'],
      ['Oslo', '12', '15'],
      ['Bergen', '7', '20'],
    ].entries())
      row(document, texts, 114 + 20 * index, [80, 210, 340]);
    at(document, 'Boats are those of less than ten metres, without those that row.', 75, 174);
  });
  expect(markdown).toBe(
    [
      'Ships and boats that entered the harbours of the town\n',
      '| Harbour | Ships | Boats |',
      '| --- | --- | --- |',
      '| Oslo | 12 | 15 |',
      '| Bergen | 7 | 20 |\n',
      'Boats are those of less than ten metres, without those that row.\n',
    ].join('\n'),
  );
});

test('the second line of a caption in bold is no heading', async () => {
  const markdown = await drawn((document) => {
    for (let line = 0; line < 8; line++)
      at(
        document,
        `The harbour was repaired in spring ${line} by all people who live near it and use it`,
        72,
        100 + 14 * line,
      );
    document.font('Times-Bold');
    at(document, 'Table A-1. Ships and boats that entered the harbours of the town and left', 72, 240);
    at(document, 'them again: 2011', 72, 254);
  });
  expect(markdown).toContain(
    '**Table A-1. Ships and boats that entered the harbours of the town and left them again: 2011**',
  );
});
