import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import type { Item, Piece, Span, Writer } from '../documents/document.ts';

const levels = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: (level: number) => string) =>
  [0, 1, 2].map((level) => ({ level, format, text: text(level), alignment: AlignmentType.START }));

const numbering = {
  config: [
    { reference: 'bullets', levels: levels(LevelFormat.BULLET, () => '•') },
    { reference: 'numbers', levels: levels(LevelFormat.DECIMAL, (level) => `%${level + 1}.`) },
  ],
};

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3];

function run({ text, look, href }: Span): TextRun | ExternalHyperlink {
  if (href)
    return new ExternalHyperlink({ link: href, children: [new TextRun({ text, style: 'Hyperlink' })] });
  return new TextRun({
    text,
    bold: look === 'bold',
    italics: look === 'italic',
    ...(look === 'code' && { font: 'Courier New' }),
  });
}

function items(list: readonly Item[], reference: string, instance: number, level = 0): Paragraph[] {
  return list.flatMap(({ spans, items: below = [] }) => [
    new Paragraph({ children: spans.map(run), numbering: { reference, level, instance } }),
    ...items(below, 'bullets', instance, level + 1),
  ]);
}

function write(piece: Piece, index: number): (Paragraph | Table)[] {
  switch (piece.kind) {
    case 'heading':
      return [
        new Paragraph({ text: piece.text, heading: headings[piece.level - 1] ?? HeadingLevel.HEADING_4 }),
      ];
    case 'paragraph':
      return [new Paragraph({ children: piece.spans.map(run) })];
    case 'list':
      return items(piece.items, piece.ordered ? 'numbers' : 'bullets', index);
    case 'code':
      return piece.lines.map(
        (line) => new Paragraph({ children: [new TextRun({ text: line, font: 'Courier New' })] }),
      );
    case 'table': {
      const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
      const rows = piece.rows.map(
        (cells, row) => new TableRow({ children: cells.map(cell), tableHeader: row === 0 }),
      );
      return [new Table({ rows })];
    }
  }
}

export const writeDocx: Writer = (document) =>
  Packer.toBuffer(new Document({ numbering, sections: [{ children: document.flatMap(write) }] }));
