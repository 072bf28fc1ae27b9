import type { Span } from '../../documents/document.ts';
import type { Columns } from './columns.ts';

const fonts = { bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique', code: 'Courier' } as const;
const body = 'Helvetica';

const fontOf = ({ look }: Span) => (look ? fonts[look] : body);

/** Breaks spans into lines no wider than `width`, each a list of spans. */
function breakLines(document: PDFKit.PDFDocument, spans: readonly Span[], width: number): Span[][] {
  const lines: Span[][] = [[]];
  let used = 0;
  for (const span of spans) {
    document.font(fontOf(span));
    for (const text of span.text.match(/ *[^ ]+| +/g) ?? []) {
      const own = document.widthOfString(text);
      const isFirst = used + own > width && used > 0;
      if (isFirst) lines.push([]);
      used = isFirst ? own : used + own;
      const line = lines.at(-1) as Span[];
      const last = line.at(-1);
      const fit = isFirst ? text.trimStart() : text;
      if (last && last.look === span.look && last.href === span.href)
        line[line.length - 1] = { ...last, text: last.text + fit };
      else line.push({ ...span, text: fit });
    }
  }
  return lines;
}

/** Sets text line by line, over columns and pages. */
export function setLines(
  document: PDFKit.PDFDocument,
  columns: Columns,
  spans: readonly Span[],
  { size, indent = 0 }: { readonly size: number; readonly indent?: number },
): void {
  document.fontSize(size);
  for (const line of breakLines(document, spans, columns.width - indent)) {
    columns.reserve(size * 1.3);
    let x = columns.left + indent;
    for (const span of line) {
      document.font(fontOf(span)).fontSize(size);
      const width = document.widthOfString(span.text);
      document.text(span.text, x, columns.y, { lineBreak: false });
      if (span.href) document.link(x, columns.y, width, size, span.href);
      x += width;
    }
    columns.y += size * 1.25;
  }
}
