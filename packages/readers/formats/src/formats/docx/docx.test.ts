import { expect, test } from '@jest/globals';
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  VerticalMergeType,
} from 'docx';
import { convertFile } from '../../../test/convert.fixture.ts';

const levels = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: (level: number) => string) =>
  [0, 1, 2].map((level) => ({ level, format, text: text(level), alignment: AlignmentType.START }));

const numbering = {
  config: [
    { reference: 'bullets', levels: levels(LevelFormat.BULLET, () => '•') },
    { reference: 'numbers', levels: levels(LevelFormat.DECIMAL, (level) => `%${level + 1}.`) },
    {
      reference: 'clauses',
      levels: levels(LevelFormat.DECIMAL, (level) => ['%1', '%1.%2', '%1.%2.%3'][level] ?? ''),
    },
  ],
};

const bullet = (text: string, level = 0) =>
  new Paragraph({ text, numbering: { reference: 'bullets', level } });
const numbered = (text: string, instance = 0, level = 0) =>
  new Paragraph({ text, numbering: { reference: 'numbers', level, instance } });
const cell = (text: string, options = {}) => new TableCell({ children: [new Paragraph(text)], ...options });

async function markdownOf(
  children: readonly (Paragraph | Table)[],
  options: Partial<ConstructorParameters<typeof Document>[0]> = {},
): Promise<string> {
  const document = new Document({ numbering, sections: [{ children }], ...options });
  const { markdown, mimeType } = await convertFile({
    name: 'a.docx',
    content: await Packer.toBuffer(document),
  });
  expect(mimeType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  return markdown;
}

test('styles of headings become headings, the title the topmost', async () => {
  const markdown = await markdownOf([
    new Paragraph({ text: 'Report', heading: HeadingLevel.TITLE }),
    new Paragraph({ text: 'One', heading: HeadingLevel.HEADING_1 }),
    new Paragraph({ text: 'Two', heading: HeadingLevel.HEADING_2 }),
    new Paragraph({ text: 'Text', outlineLevel: 2 }),
    new Paragraph('Plain'),
  ]);
  expect(markdown).toBe('# Report\n\n# One\n\n## Two\n\n### Text\n\nPlain\n');
});

test('a style of one’s own that is based on a heading is a heading, whatever its name', async () => {
  const markdown = await markdownOf([new Paragraph({ text: 'Kapitel', style: 'Kapitel' })], {
    styles: { paragraphStyles: [{ id: 'Kapitel', name: 'Kapitel', basedOn: 'Heading2' }] },
  });
  expect(markdown).toBe('## Kapitel\n');
});

test('lists nest by their level, and numbers start again where the document says so', async () => {
  const markdown = await markdownOf([
    bullet('a'),
    bullet('b', 1),
    bullet('c', 1),
    bullet('d'),
    new Paragraph('between'),
    numbered('one', 1),
    numbered('inner', 1, 1),
    numbered('two', 1),
    new Paragraph('between'),
    numbered('three', 1),
    new Paragraph('between'),
    numbered('again', 2),
  ]);
  expect(markdown).toBe(
    '- a\n  - b\n  - c\n- d\n\nbetween\n\n1. one\n   1. inner\n2. two\n\nbetween\n\n3. three\n\nbetween\n\n1. again\n',
  );
});

test('the numbers of headings are kept as they are shown', async () => {
  const heading = (text: string, level: number) =>
    new Paragraph({
      text,
      heading: level === 0 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
      numbering: { reference: 'clauses', level },
    });
  expect(await markdownOf([heading('Scope', 0), heading('Terms', 0), heading('Parties', 1)])).toBe(
    '# 1 Scope\n\n# 2 Terms\n\n## 2.1 Parties\n',
  );
});

test('bold, italic, struck, raised and monospaced text and links are distinguished', async () => {
  const markdown = await markdownOf([
    new Paragraph({
      children: [
        new TextRun('a '),
        new TextRun({ text: 'bold', bold: true }),
        new TextRun(' '),
        new TextRun({ text: 'italic', italics: true }),
        new TextRun(' '),
        new TextRun({ text: 'gone', strike: true }),
        new TextRun(' 10'),
        new TextRun({ text: '2', superScript: true }),
        new TextRun(' '),
        new TextRun({ text: 'run()', font: 'Consolas' }),
        new TextRun(' '),
        new ExternalHyperlink({ children: [new TextRun('site')], link: 'https://example.com/' }),
        new TextRun({ text: ' hidden', vanish: true }),
        new TextRun({ text: 'new line', break: 1 }),
      ],
    }),
  ]);
  expect(markdown).toBe(
    'a **bold** *italic* ~~gone~~ 10^2 `run()` [site](https://example.com/)  \nnew line\n',
  );
});

test('paragraphs in a monospaced font, or in a style for code, are one piece of code', async () => {
  const code = (text: string) => new Paragraph({ children: [new TextRun({ text, font: 'Courier New' })] });
  const styled = (text: string) => new Paragraph({ text, style: 'SourceCode' });
  const markdown = await markdownOf(
    [
      code('if (a) {'),
      code('  b();'),
      code('}'),
      new Paragraph('text'),
      styled('x = 1'),
      styled(''),
      styled('y = 2'),
    ],
    { styles: { paragraphStyles: [{ id: 'SourceCode', name: 'Source Code' }] } },
  );
  expect(markdown).toBe('```\nif (a) {\n  b();\n}\n```\n\ntext\n\n```\nx = 1\n\ny = 2\n```\n');
});

test('a document that is typed in a monospaced font throughout is no code', async () => {
  const markdown = await markdownOf([new Paragraph('A letter.')], {
    styles: { default: { document: { run: { font: 'Courier New' } } } },
  });
  expect(markdown).toBe('A letter.\n');
});

test('paragraphs of a quote are one quote', async () => {
  const quote = (text: string) => new Paragraph({ text, style: 'Quote' });
  const markdown = await markdownOf([quote('one'), quote('two')], {
    styles: { paragraphStyles: [{ id: 'Quote', name: 'Quote', run: { italics: true } }] },
  });
  expect(markdown).toBe('> one\n>\n> two\n');
});

test('merged cells are repeated down a column and left empty along a row', async () => {
  const rows = [
    new TableRow({ tableHeader: true, children: [cell('Item'), cell('Price'), cell('Note')] }),
    new TableRow({
      children: [cell('Tea', { verticalMerge: VerticalMergeType.RESTART }), cell('1|2', { columnSpan: 2 })],
    }),
    new TableRow({
      children: [cell('', { verticalMerge: VerticalMergeType.CONTINUE }), cell('3'), cell('x')],
    }),
  ];
  expect(await markdownOf([new Table({ rows })])).toBe(
    '| Item | Price | Note |\n| --- | --- | --- |\n| Tea | 1\\|2 |\n| Tea | 3 | x |\n',
  );
});

test('a table within a cell becomes its text', async () => {
  const inner = new Table({ rows: [new TableRow({ children: [cell('x'), cell('y')] })] });
  const rows = [
    new TableRow({ children: [cell('a'), cell('b')] }),
    new TableRow({ children: [new TableCell({ children: [new Paragraph('c'), inner] }), cell('d')] }),
  ];
  expect(await markdownOf([new Table({ rows })])).toBe('| a | b |\n| --- | --- |\n| c<br>x, y | d |\n');
});

test('footnotes are numbered and stand at the end; headers and footers are left out', async () => {
  const children = [new Paragraph({ children: [new TextRun('said'), new FootnoteReferenceRun(1)] })];
  const markdown = await markdownOf([], {
    footnotes: { 1: { children: [new Paragraph('by whom')] } },
    sections: [
      {
        children,
        headers: { default: new Header({ children: [new Paragraph('HEADER')] }) },
        footers: { default: new Footer({ children: [new Paragraph('FOOTER')] }) },
      },
    ],
  });
  expect(markdown).toBe('said[^1]\n\n[^1]: by whom\n');
});
