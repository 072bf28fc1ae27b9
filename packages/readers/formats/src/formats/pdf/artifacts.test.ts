import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { helvetica, onePage, rawPdf, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** A PDF of pages with these contents. */
function pages(contents: readonly string[]): Buffer {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    stream(content),
  ]);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    helvetica,
    ...objects,
  ]);
}

const artifact = (content: string) => `/Artifact BMC ${content} EMC\n`;
const body = (words: string, from = 600) =>
  Array.from({ length: 8 }, (_, line) => showText(`Line ${line} ${words}`, 72, from - 14 * line)).join('');
const read = (contents: readonly string[]) => convertLocated({ name: 'a.pdf', content: pages(contents) });

test('a page whose whole text is marked as an artifact is read', async () => {
  const { markdown, notRead } = await read([artifact(body('of the report')), artifact(body('of its end'))]);
  for (const line of [0, 7]) {
    expect(markdown).toContain(`Line ${line} of the report`);
    expect(markdown).toContain(`Line ${line} of its end`);
  }
  expect(notRead).toEqual([]);
});

test('an artifact in the middle of a page is read', async () => {
  const { markdown } = await read([
    `${body('of the page')}${artifact(showText('A box beside it', 72, 300))}`,
  ]);
  expect(markdown).toContain('A box beside it');
});

test('artifacts in the first lines of a page that go on below are read', async () => {
  const { markdown } = await read([artifact(body('from the top on', 780))]);
  expect(markdown).toContain('Line 0 from the top on');
});

test('an artifact that stands alone at the edge of a page is left out', async () => {
  const { markdown, notRead } = await read([
    `${artifact(showText('Confidential report', 72, 770))}${body('of the page, which goes on and on for long')}`,
  ]);
  expect(markdown).not.toContain('Confidential');
  expect(notRead).toEqual([
    { what: 'TEXT', where: null, why: expect.stringContaining('running heads'), count: 2 },
  ]);
});

test('an artifact that repeats in the middle of pages is read once', async () => {
  const stamp = artifact(showText('Sample copy', 72, 400));
  const { markdown } = await read(
    ['one', 'two', 'three'].map((page) => `${body(`of page ${page}`)}${stamp}`),
  );
  expect(markdown.split('Sample copy')).toHaveLength(2);
});

test('artifacts at one place that differ in a number are each read', async () => {
  const total = (amount: number) => artifact(showText(`Total ${amount} euros`, 72, 400));
  const { markdown } = await read([12, 34].map((amount) => `${body('of an invoice')}${total(amount)}`));
  expect([markdown.includes('Total 12 euros'), markdown.includes('Total 34 euros')]).toEqual([true, true]);
});

test('a page that loses a third of its letters is named', async () => {
  const head = artifact(showText('The annual report of the whole company on all of its matters', 72, 780));
  const { notRead } = await read([`${head}${showText('Thirty days of leave a year', 72, 400)}`]);
  expect(notRead).toMatchObject([{ what: 'TEXT', where: 'page 1', count: 12 }]);
});

interface TaggedCell {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly columns?: number;
}

/** A page with a table that its tags name, and `more` text, which they do not. */
function taggedPage(rows: readonly (readonly TaggedCell[])[], more = ''): Buffer {
  const cells = rows.flat();
  const firstCell = 8 + rows.length;
  const reference = (cell: TaggedCell) => `${firstCell + cells.indexOf(cell)} 0 R`;
  const shown = cells.map(
    ({ text, x, y }, id) => `/TD << /MCID ${id} >> BDC ${showText(text, x, y, 10)} EMC\n`,
  );
  return onePage(`${shown.join('')}${more}`, {
    page: '/StructParents 0',
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
    more: [
      `<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [${cells.map(reference).join(' ')}]] >> >>`,
      `<< /Type /StructElem /S /Table /P 6 0 R /K [${rows.map((_, index) => `${8 + index} 0 R`).join(' ')}] >>`,
      ...rows.map((row) => `<< /Type /StructElem /S /TR /P 7 0 R /K [${row.map(reference).join(' ')}] >>`),
      ...cells.map((cell, id) => {
        const parent = 8 + rows.findIndex((row) => row.includes(cell));
        const columns = cell.columns ? `/A << /O /Table /ColSpan ${cell.columns} >>` : '';
        return `<< /Type /StructElem /S /TD /P ${parent} 0 R /Pg 3 0 R /K ${id} ${columns} >>`;
      }),
    ],
  });
}

const tagged: readonly (readonly TaggedCell[])[] = [
  [
    { text: 'Ship', x: 72, y: 700 },
    { text: 'Cargo', x: 134, y: 700 },
    { text: 'Weight', x: 190, y: 700 },
  ],
  [
    { text: 'Fram of Oslo', x: 72, y: 688 },
    { text: 'salt', x: 134, y: 688 },
    { text: '7', x: 215, y: 688 },
  ],
  // The cell between both is empty, and missing in the tags of the page.
  [
    { text: 'Gjoa', x: 72, y: 676 },
    { text: '12', x: 209, y: 676 },
  ],
  [
    { text: 'Both of them', x: 72, y: 664, columns: 2 },
    { text: '19', x: 209, y: 664 },
  ],
];

test('cells that the tags of a document name are those of its table', async () => {
  expect(await markdownOf('a.pdf', taggedPage(tagged))).toBe(
    [
      '| Ship | Cargo | Weight |',
      '| --- | --- | --- |',
      '| Fram of Oslo | salt | 7 |',
      '| Gjoa |  | 12 |',
      '| Both of them |  | 19 |\n',
    ].join('\n'),
  );
});

test('tags of a table that leave text between its cells out are not believed', async () => {
  const markdown = await markdownOf('a.pdf', taggedPage(tagged, showText('grain', 134, 676, 10)));
  expect(markdown).toContain('| Gjoa grain | 12 |');
});
