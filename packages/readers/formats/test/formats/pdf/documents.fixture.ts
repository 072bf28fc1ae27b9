import PDFKit from 'pdfkit';

/** Content of a generated document; its layout is described separately. */
export type Piece =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (string | readonly string[])[];
    }
  | { readonly kind: 'table'; readonly ruled: boolean; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

export interface Style {
  readonly body: string;
  readonly bold: string;
  readonly size: number;
  /** Of the headings of each level. */
  readonly headings: readonly [number, number, number];
  readonly boldHeadings: boolean;
  readonly columns: 1 | 2;
  readonly align: 'left' | 'justify';
  readonly bullet: string;
  readonly runningHead: string | undefined;
}

const edge = 60;
const gutter = 24;

/** Sets pieces one below the other, column by column, page by page. */
class Setter {
  readonly #document: PDFKit.PDFDocument;
  readonly #style: Style;
  #column = 0;
  #y = edge;

  constructor(document: PDFKit.PDFDocument, style: Style) {
    this.#document = document;
    this.#style = style;
    this.#startPage();
  }

  get #width() {
    const whole = this.#document.page.width - 2 * edge;
    return this.#style.columns === 1 ? whole : (whole - gutter) / 2;
  }

  get #left() {
    return edge + this.#column * (this.#width + gutter);
  }

  #startPage(): void {
    const document = this.#document.addPage();
    const { runningHead, body } = this.#style;
    document.page.margins.bottom = 0;
    if (runningHead) document.font(body).fontSize(9).text(runningHead, edge, 28, { lineBreak: false });
    const pages = document.bufferedPageRange().count;
    if (runningHead)
      document
        .fontSize(9)
        .text(`${pages}`, document.page.width / 2, document.page.height - 36, { lineBreak: false });
    this.#column = 0;
    this.#y = edge;
  }

  #reserve(height: number): void {
    if (this.#y + height <= this.#document.page.height - edge) return;
    if (this.#column + 1 < this.#style.columns) {
      this.#column++;
      this.#y = edge;
    } else this.#startPage();
  }

  set(piece: Piece): void {
    if (piece.kind === 'heading') this.#heading(piece);
    else if (piece.kind === 'paragraph') this.#lines(piece.text, 0);
    else if (piece.kind === 'list') this.#list(piece.items, piece.ordered, 0);
    else if (piece.kind === 'table') this.#table(piece);
    else this.#code(piece.lines);
    this.#y += this.#style.size * 0.7;
  }

  #heading({ level, text }: Piece & { kind: 'heading' }): void {
    const { headings, boldHeadings, bold, body, size } = this.#style;
    const own = headings[level - 1] ?? size;
    this.#document.font(boldHeadings ? bold : body).fontSize(own);
    const height = this.#document.heightOfString(text, { width: this.#width });
    this.#y += this.#y > edge ? own * 0.5 : 0;
    this.#reserve(height + 4 * size);
    this.#document
      .font(boldHeadings ? bold : body)
      .fontSize(own)
      .text(text, this.#left, this.#y, { width: this.#width });
    this.#y += height;
  }

  /** Text of the body that may go on in the next column. */
  #lines(text: string, indent: number): void {
    const { body, size, align } = this.#style;
    const width = this.#width - indent;
    let words = text.split(' ');
    this.#document.font(body).fontSize(size);
    const lineHeight = this.#document.currentLineHeight(true);
    while (words.length > 0) {
      this.#reserve(lineHeight);
      this.#document.font(body).fontSize(size);
      const room = Math.floor((this.#document.page.height - edge - this.#y) / lineHeight);
      let count = words.length;
      const heightOf = () => this.#document.heightOfString(words.slice(0, count).join(' '), { width });
      while (count > 1 && heightOf() > room * lineHeight + 1) count--;
      const height = heightOf();
      this.#document.text(words.slice(0, count).join(' '), this.#left + indent, this.#y, { width, align });
      this.#y += height;
      words = words.slice(count);
    }
  }

  #list(items: readonly (string | readonly string[])[], ordered: boolean, indent: number): void {
    const { size, bullet, body } = this.#style;
    let number = 0;
    for (const item of items) {
      if (typeof item !== 'string') {
        this.#list(item, false, indent + 18);
        continue;
      }
      number++;
      this.#reserve(size * 1.3);
      this.#document.font(body).fontSize(size);
      this.#document.text(ordered ? `${number}.` : bullet, this.#left + indent, this.#y, {
        lineBreak: false,
      });
      this.#lines(item, indent + 18);
    }
  }

  #table({ rows, ruled }: Piece & { kind: 'table' }): void {
    const { body, bold, size } = this.#style;
    const columns = rows[0]?.length ?? 1;
    const width = this.#width / columns;
    const pad = 4;
    for (const [index, row] of rows.entries()) {
      this.#document.font(index === 0 ? bold : body).fontSize(size);
      const cell = { width: width - 2 * pad - (ruled ? 0 : 10) };
      const height =
        Math.max(...row.map((text) => this.#document.heightOfString(text, cell))) + (ruled ? 2 * pad : pad);
      this.#reserve(height);
      this.#document.font(index === 0 ? bold : body).fontSize(size);
      for (const [column, text] of row.entries()) {
        const x = this.#left + column * width;
        if (ruled) this.#document.lineWidth(0.5).rect(x, this.#y, width, height).stroke();
        this.#document.text(text, x + pad, this.#y + pad, cell);
      }
      this.#y += height;
    }
  }

  #code(lines: readonly string[]): void {
    const { size } = this.#style;
    for (const line of lines) {
      this.#reserve(size * 1.2);
      this.#document.font('Courier').fontSize(size - 1);
      this.#document.text(line, this.#left, this.#y, { lineBreak: false });
      this.#y += size * 1.2;
    }
  }
}

/** Collects what a document of PDFKit writes. */
export async function finish(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A PDF of these pieces in this style. */
export function setDocument(pieces: readonly Piece[], style: Style): Promise<Buffer> {
  const document = new PDFKit({ autoFirstPage: false, bufferPages: true, size: 'A4', margin: edge });
  const setter = new Setter(document, style);
  for (const piece of pieces) setter.set(piece);
  return finish(document);
}
