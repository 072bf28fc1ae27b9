import PDFKit from 'pdfkit';
import type { Item, Piece, SourceDocument } from '../../documents/document.ts';
import { type Columns, createColumns, edge } from './columns.ts';
import { setLines } from './lines.ts';

const size = 10.5;
const headingSizes = [20, 15, 12.5];

interface Setting {
  readonly document: PDFKit.PDFDocument;
  readonly columns: Columns;
}

function setHeading({ document, columns }: Setting, { level, text }: Piece & { kind: 'heading' }): void {
  const own = headingSizes[level - 1] ?? size;
  if (columns.y > edge) columns.y += own * 0.5;
  columns.reserve(own * 2 + size * 4);
  setLines(document, columns, [{ text, look: 'bold' }], { size: own });
}

function setList(setting: Setting, items: readonly Item[], ordered: boolean, indent = 0): void {
  const { document, columns } = setting;
  items.forEach(({ spans, items: below }, index) => {
    columns.reserve(size * 1.3);
    document.font('Helvetica').fontSize(size);
    const marker = ordered ? `${index + 1}.` : '•';
    document.text(marker, columns.left + indent, columns.y, { lineBreak: false });
    setLines(document, columns, spans, { size, indent: indent + 18 });
    if (below) setList(setting, below, false, indent + 18);
  });
}

function setTable({ document, columns }: Setting, { rows, ruled }: Piece & { kind: 'table' }): void {
  const width = columns.width / (rows[0]?.length ?? 1);
  const pad = 4;
  const room = { width: width - 2 * pad - (ruled ? 0 : 8) };
  for (const [index, row] of rows.entries()) {
    const font = index === 0 ? 'Helvetica-Bold' : 'Helvetica';
    document.font(font).fontSize(size);
    const height =
      Math.max(...row.map((text) => document.heightOfString(text, room))) + (ruled ? 2 * pad : pad);
    columns.reserve(height);
    document.font(font).fontSize(size);
    for (const [column, text] of row.entries()) {
      const x = columns.left + column * width;
      if (ruled) document.lineWidth(0.5).rect(x, columns.y, width, height).stroke();
      document.text(text, x + pad, columns.y + pad, room);
    }
    columns.y += height;
  }
}

function setCode({ document, columns }: Setting, lines: readonly string[]): void {
  for (const line of lines) {
    columns.reserve(size * 1.2);
    document
      .font('Courier')
      .fontSize(size - 1)
      .text(line, columns.left, columns.y, { lineBreak: false });
    columns.y += size * 1.2;
  }
}

function set(setting: Setting, piece: Piece): void {
  if (piece.kind === 'heading') setHeading(setting, piece);
  else if (piece.kind === 'paragraph') setLines(setting.document, setting.columns, piece.spans, { size });
  else if (piece.kind === 'list') setList(setting, piece.items, piece.ordered);
  else if (piece.kind === 'table') setTable(setting, piece);
  else setCode(setting, piece.lines);
  setting.columns.y += size * 0.7;
}

/** Sets a document in one or more columns of Helvetica; Courier is code. */
export async function writePdf(source: SourceDocument, columnCount = 1): Promise<Uint8Array> {
  const document = new PDFKit({ autoFirstPage: false, size: 'A4', margin: edge });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const setting = { document, columns: createColumns(document, columnCount) };
  for (const piece of source) set(setting, piece);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
