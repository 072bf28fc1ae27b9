import { expect, test } from '@jest/globals';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

const places = [72, 190, 260];

/** Draws lines of cells one below the other; empty texts are none. */
function lines(document: Document, texts: readonly (readonly string[])[], distance = 14, columns = places) {
  for (const [index, row] of texts.entries())
    for (const [column, text] of row.entries())
      if (text !== '') at(document, text, columns[column] as number, 100 + distance * index);
}

test('a table goes on behind a line of its first column that is longer than those above', async () => {
  const markdown = await drawn((document) =>
    lines(document, [
      ['Harbour', 'Boats', 'Owner'],
      ['Oslo', '12', 'the town'],
      ['Bergen and its', '7', 'the state'],
      ['neighbors in the north', '', ''],
      ['Narvik', '9', 'the town'],
      ['Vardø', '3', 'the town'],
    ]),
  );
  expect(markdown).toContain('| Bergen and its neighbors in the north | 7 | the state |\n| Narvik | 9 |');
});

test('text below a table is none of its rows', async () => {
  const markdown = await drawn((document) => {
    lines(document, [
      ['Harbour', 'Boats', 'Owner'],
      ['Oslo', '12', 'the town'],
      ['Bergen', '7', 'the state'],
      ['The boats were counted', '', ''],
    ]);
    at(document, 'in spring.', 72, 156);
  });
  expect(markdown).toContain('| Bergen | 7 | the state |\n\nThe boats were counted in spring.\n');
});

test('lines of cells are as far below each other as the rows are, where these have much room', async () => {
  const markdown = await drawn((document) =>
    lines(
      document,
      [
        ['Harbour', 'Boats', 'Owner'],
        ['Oslo', '12', 'the town'],
        ['Bergen', '7', 'the state, which took it'],
        ['', '', 'from the town'],
        ['Narvik', '9', 'the town'],
      ],
      19,
    ),
  );
  expect(markdown).toContain(
    '| Bergen | 7 | the state, which took it from the town |\n| Narvik | 9 | the town |',
  );
});

test('the items of a list within a cell do not end the table', async () => {
  const markdown = await drawn((document) =>
    lines(
      document,
      [
        ['Harbour', 'Boats', '', 'Duties'],
        ['Oslo', '12', '•', 'clean the quay'],
        ['', '', '•', 'pay the rent'],
        ['Bergen', '7', '•', 'paint the boats'],
        ['Narvik', '9', '', 'none'],
      ],
      14,
      [72, 190, 260, 272],
    ),
  );
  expect(markdown).toContain('pay the rent |\n| Bergen | 7 |');
  expect(markdown).toContain('| Narvik | 9 |');
});

test('a row whose cells are code is one of its table', async () => {
  const markdown = await drawn((document) => {
    const row = (texts: readonly string[], y: number) => {
      for (const [index, text] of texts.entries()) at(document, text, places[index] as number, y);
    };
    row(['Command', 'Short', 'What it does'], 100);
    row(['open the harbour', 'o', 'lets boats in'], 114);
    row(['close the harbour', 'c', 'keeps boats out'], 128);
    document.font('Courier');
    row(['reset(all)', 'r', 'open; close'], 142);
    document.font('Times-Roman');
    row(['leave the harbour', 'l', 'ends the program'], 156);
  });
  expect(markdown).toContain('| `reset(all)` | `r` | `open; close` |\n| leave the harbour | l |');
});

test('items with a bullet and a letter are a list', async () => {
  const markdown = await drawn((document) =>
    lines(
      document,
      [
        ['•A.', 'Keep the title of the harbour on each copy that you make of its maps'],
        ['•B.', 'Name the people who drew them, and all who have changed them since'],
        ['•C.', 'Say when you have changed them yourself, and what for, on each copy'],
      ],
      14,
      [72, 100],
    ),
  );
  expect(markdown).not.toContain('|');
  expect(markdown.match(/^- A\. Keep|^- B\. Name|^- C\. Say/gm)).toHaveLength(3);
});
