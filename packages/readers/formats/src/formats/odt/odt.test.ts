import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';
import {
  list,
  listStyle,
  openDocumentOf,
  paragraph,
} from '../../../test/open-document/open-document.fixture.ts';

const styles =
  listStyle('B', 'bullet') +
  listStyle('N', 'number') +
  '<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
  '<style:style style:name="italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>' +
  '<style:style style:name="struck" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
  '<style:style style:name="raised" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
  '<style:style style:name="mono" style:family="text"><style:text-properties style:font-name="Courier New"/></style:style>' +
  '<style:style style:name="Preformatted_20_Text" style:family="paragraph"/>' +
  '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>' +
  '<style:style style:name="Quotations" style:family="paragraph"/>' +
  '<style:style style:name="Title" style:family="paragraph"/>';

const read = (body: string, parts = {}) => markdownOf('a.odt', openDocumentOf('text', body, styles, parts));
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
const heading = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;

test('headings and the title are headings', async () => {
  const content = openDocumentOf(
    'text',
    paragraph('T', 'Title') + heading(1, 'One') + heading(2, 'Two'),
    styles,
  );
  expect(await convertFile({ content })).toEqual({
    mimeType: 'application/vnd.oasis.opendocument.text',
    markdown: '# T\n\n# One\n\n## Two\n',
  });
});

test('lists nest, go on and start again as the document says', async () => {
  const goesOn = list('N', paragraph('three')).replace(
    '<text:list ',
    '<text:list text:continue-numbering="true" ',
  );
  const body =
    list('B', paragraph('a') + list('', paragraph('b')), paragraph('c')) +
    paragraph('between') +
    list('N', paragraph('one'), paragraph('two')) +
    paragraph('between') +
    goesOn +
    paragraph('between') +
    list('N', paragraph('again'));
  expect(await read(body)).toBe(
    '- a\n  - b\n- c\n\nbetween\n\n1. one\n2. two\n\nbetween\n\n3. three\n\nbetween\n\n1. again\n',
  );
});

test('looks of text, links, line breaks and spaces are kept', async () => {
  const body = paragraph(
    `a  ${span('bold', 'b')} ${span('italic', 'c')} ${span('struck', 'd')} 10${span('raised', '2')} ${span('mono', 'f(x)')} <text:a xlink:href="https://example.com/">site</text:a><text:line-break/>e<text:s text:c="3"/>f`,
  );
  expect(await read(body)).toBe('a **b** *c* ~~d~~ 10^2 `f(x)` [site](https://example.com/)  \ne f\n');
});

test('preformatted paragraphs are one piece of code, quotations one quote', async () => {
  const body =
    paragraph('if x:', 'P1') +
    paragraph('<text:s text:c="2"/>y', 'P1') +
    paragraph('said', 'Quotations') +
    paragraph('twice', 'Quotations');
  expect(await read(body)).toBe('```\nif x:\n  y\n```\n\n> said\n>\n> twice\n');
});

test('tables keep their header and merged cells', async () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}>${paragraph(text)}</table:table-cell>`;
  const covered = '<table:covered-table-cell/>';
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const body = `<table:table><table:table-header-rows>${row(cell('A'), cell('B'), cell('C'))}</table:table-header-rows>${row(
    cell('1', 'table:number-rows-spanned="2"'),
    cell('2', 'table:number-columns-spanned="2"'),
    covered,
  )}${row(covered, cell('3'), cell('4'))}</table:table>`;
  expect(await read(body)).toBe('| A | B | C |\n| --- | --- | --- |\n| 1 | 2 |\n| 1 | 3 | 4 |\n');
});

test('notes stand at the end; comments, deleted text and the table of contents are left out', async () => {
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${paragraph('why')}</text:note-body></text:note>`;
  const body =
    `<text:tracked-changes><text:changed-region>${paragraph('deleted')}</text:changed-region></text:tracked-changes>` +
    `<text:table-of-content><text:index-body>${paragraph('One 1')}</text:index-body></text:table-of-content>` +
    `<text:section>${paragraph(`said${note}<office:annotation>${paragraph('comment')}</office:annotation> so`)}</text:section>`;
  expect(await read(body)).toBe('said[^1] so\n\n[^1]: why\n');
});

test('frames, pictures and formulas show what is in them', async () => {
  const box = `<draw:frame><draw:text-box>${paragraph('boxed')}</draw:text-box></draw:frame>`;
  const picture = '<draw:frame><draw:image/><svg:desc>A cat</svg:desc></draw:frame>';
  const formula = '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>';
  const math =
    '<math><semantics><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><annotation>{a+b} over 2</annotation></semantics></math>';
  expect(
    await read(paragraph(`t ${box}`) + paragraph(picture) + paragraph(formula), {
      'Object 1/content.xml': math,
    }),
  ).toBe('t\n\nboxed\n\nA cat\n\n$\\frac{a+b}{2}$\n');
});

test('a document with a password is encrypted', async () => {
  const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
  await expect(read(paragraph('x'), { 'META-INF/manifest.xml': manifest })).rejects.toMatchObject({
    code: 'DOCUMENT_ENCRYPTED',
  });
});

test('a document of nothing is empty', async () => {
  await expect(read(paragraph(''))).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});

test('letters in a symbol font are the symbols that are shown', async () => {
  const fonts = ['Symbol', "'Wingdings 2'"].map(
    (font, index) =>
      `<style:style style:name="symbols${index}" style:family="text"><style:text-properties fo:font-family="${font}"/></style:style>`,
  );
  const body = paragraph(
    `5 ${span('symbols0', '\uf06d')}g ${span('symbols0', 'a')} ${span('symbols1', '\uf050')}`,
  );
  const content = openDocumentOf('text', body, fonts.join(''));
  expect(await markdownOf('a.odt', content)).toBe('5 µg α ✓\n');
});
