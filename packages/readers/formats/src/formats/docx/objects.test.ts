import { utils, write } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';
import { docxOf } from '../../../test/formats/docx/docx.fixture.ts';
import { chartOf, chartReference, diagram, relationshipsOf } from '../../../test/open-xml/chart.fixture.ts';
import type { ZipContent } from '../../../test/zip/zip.fixture.ts';

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const drawing = (content: string) =>
  `<w:p><w:r><w:drawing><wp:inline>${content}</wp:inline></w:drawing></w:r></w:p>`;
const read = (body: string, relationships: string, parts: ZipContent) =>
  convertLocated({
    name: 'a.docx',
    content: docxOf(body, { 'word/_rels/document.xml.rels': relationships, ...parts }),
  });

test('a chart is its title and a table of its values, as they are shown', async () => {
  const { markdown, notRead } = await read(
    paragraph('Before') + drawing(chartReference('r1')) + paragraph('After'),
    relationshipsOf(['r1', 'chart', 'charts/chart1.xml']),
    { 'word/charts/chart1.xml': chartOf('Sales', { Norway: '0.25', Sweden: '0.75' }, '0%') },
  );
  expect(markdown).toBe(
    'Before\n\n**Sales**\n\n| Country | Share |\n| --- | --- |\n| Norway | 25% |\n| Sweden | 75% |\n\nAfter\n',
  );
  expect(notRead).toEqual([]);
});

test('a diagram is a list of its texts in their order and depth', async () => {
  const { markdown } = await read(
    drawing('<a:graphic><a:graphicData><dgm:relIds r:dm="r1" r:lo="r2"/></a:graphicData></a:graphic>'),
    relationshipsOf(['r1', 'diagramData', 'diagrams/data1.xml']),
    { 'word/diagrams/data1.xml': diagram },
  );
  expect(markdown).toBe('- Request\n- Approval\n  - within five days\n');
});

test('a chart that is damaged, or that the file lacks, is named as not read, and the text is read', async () => {
  const { markdown, notRead } = await read(
    paragraph('Text') + drawing(chartReference('r1')) + drawing(chartReference('r2')),
    relationshipsOf(['r1', 'chart', 'charts/none.xml'], ['r2', 'chart', 'charts/deep.xml']),
    { 'word/charts/deep.xml': '<c:chartSpace>'.repeat(1_000) },
  );
  expect(markdown).toBe('Text\n');
  expect(notRead).toMatchObject([
    { what: 'CHART', why: 'The file keeps neither texts nor values of it' },
    { what: 'CHART', why: expect.stringContaining('nested deeper') },
  ]);
});

test('files that Word takes into a document are read where they stand', async () => {
  const { markdown } = await read(
    `${paragraph('Before')}<w:altChunk r:id="r1"/><w:altChunk r:id="r2"/>${paragraph('After')}`,
    relationshipsOf(['r1', 'aFChunk', 'chunk.html'], ['r2', 'aFChunk', '/chunk.docx']),
    {
      'word/chunk.html': '<html><body><h2>Trainees</h2><p>have <b>twenty</b> days</p></body></html>',
      'chunk.docx': docxOf(paragraph('Inner letter')),
    },
  );
  expect(markdown).toBe('Before\n\n## Trainees\n\nhave **twenty** days\n\nInner letter\n\nAfter\n');
});

test('a file that Word takes into a paragraph is read below it, and one that is missing is named', async () => {
  const { markdown, notRead } = await read(
    `<w:p><w:r><w:t>Before</w:t></w:r><w:altChunk r:id="r1"/></w:p><w:altChunk r:id="r9"/>`,
    relationshipsOf(['r1', 'aFChunk', 'chunk.html']),
    { 'word/chunk.html': '<html><body><p>Inner letter</p></body></html>' },
  );
  expect(markdown).toBe('Before\n\nInner letter\n');
  expect(notRead).toMatchObject([{ what: 'EMBEDDED_FILE', where: 'r9' }]);
});

test('a workbook in a document is read below it, and pictures and objects of other programs are named', async () => {
  const workbook = utils.book_new();
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['Part', 'Count'],
      ['Bolt', 12],
    ]),
    'Stock',
  );
  const { markdown, notRead } = await read(
    paragraph('Text'),
    relationshipsOf(
      ['r1', 'package', 'embeddings/stock.xlsx'],
      ['r2', 'image', 'media/image1.png'],
      ['r3', 'oleObject', 'embeddings/oleObject1.bin'],
    ),
    {
      'word/embeddings/stock.xlsx': write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
      'word/embeddings/oleObject1.bin': Buffer.from([1, 2, 3, 0, 255, 0, 7]),
    },
  );
  expect(markdown).toContain('Text\n');
  expect(markdown).toContain(
    '## Embedded file: stock.xlsx\n\n## Stock\n\n| Part | Count |\n| --- | --- |\n| Bolt | 12 |',
  );
  expect(notRead).toMatchObject([
    { what: 'PICTURE', where: null, count: 1 },
    { what: 'EMBEDDED_FILE', where: 'oleObject1.bin', count: 1 },
  ]);
});
