import PDFKit from 'pdfkit';
import { markdownOf } from '../../convert.fixture.ts';
import { finish } from './documents.fixture.ts';

export type Document = PDFKit.PDFDocument;

/** The Markdown of what is drawn. */
export async function drawn(draw: (document: Document) => void): Promise<string> {
  const document = new PDFKit({ size: 'A4' });
  document.font('Times-Roman').fontSize(10);
  draw(document);
  return await markdownOf('a.pdf', await finish(document));
}

export const at = (document: Document, text: string, x: number, y: number) =>
  document.text(text, x, y, { lineBreak: false });
/** Letters whose baseline is at `y`, of a size of their own. */
export const sized = (document: Document, text: string, x: number, y: number, size: number) => {
  document.fontSize(size);
  document.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
  document.fontSize(10);
};
