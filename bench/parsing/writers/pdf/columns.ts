export const edge = 60;
const gutter = 24;

/** Position of the next element: down a column, then in the next column, then on the next page. */
export interface Columns {
  readonly left: number;
  readonly width: number;
  y: number;
  /** Moves on where less than this is left. */
  reserve(height: number): void;
}

/** Pages with this many columns, and a running head and page number on each. */
export function createColumns(document: PDFKit.PDFDocument, count: number): Columns {
  let column = 0;
  let pages = 0;
  const startPage = () => {
    const { page } = document.addPage();
    page.margins.bottom = 0;
    pages += 1;
    document.font('Helvetica').fontSize(9);
    document.text('Annual report of the society', edge, 28, { lineBreak: false });
    document.text(`${pages}`, page.width / 2, page.height - 36, { lineBreak: false });
    column = 0;
  };
  startPage();
  const width = (document.page.width - 2 * edge - (count - 1) * gutter) / count;
  return {
    y: edge,
    width,
    get left() {
      return edge + column * (width + gutter);
    },
    reserve(height) {
      if (this.y + height <= document.page.height - edge) return;
      if (column + 1 < count) column += 1;
      else startPage();
      this.y = edge;
    },
  };
}
