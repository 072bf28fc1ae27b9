import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import PDFKit from 'pdfkit';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';
import { helvetica, onePage, rawPdf, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const read = (content: Uint8Array) => markdownOf('a.pdf', content);
const failing = (content: Uint8Array) => convertFile({ name: 'a.pdf', content });

async function encrypted(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PDFKit(options);
  document.text('The secret text.');
  return await finish(document);
}

const versions = ['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const;

describe('PDFs that are encrypted', () => {
  it.each(versions)('are read where only their owner has a password (PDF %s)', async (pdfVersion) => {
    expect(await read(await encrypted({ pdfVersion, ownerPassword: 'owner' }))).toBe('The secret text.\n');
  });

  it.each(versions)('are refused where they need a password (PDF %s)', async (pdfVersion) => {
    const content = await encrypted({ pdfVersion, userPassword: 'user', ownerPassword: 'owner' });
    await expect(failing(content)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  });
});

describe('PDFs that are damaged', () => {
  it('are read without cross-references', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream(showText('Found again.')),
      helvetica,
    ];
    expect(await read(rawPdf(objects, { references: false }))).toBe('Found again.\n');
  });

  it('are read as far as they go where their end is missing', async () => {
    const document = new PDFKit({ compress: false });
    document.text('The first page.').addPage().text('The second page.');
    const whole = await finish(document);
    expect(await read(whole.subarray(0, whole.indexOf('xref')))).toContain('The first page.');
  });

  it('are unreadable where nothing of them is left', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'x')]);
    await expect(failing(content)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  });

  it('are empty where they have no text', async () => {
    await expect(failing(onePage('0 0 10 10 re f'))).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
  });
});

describe('PDFs that were made to harm', () => {
  it('are read once where their page tree is a circle', async () => {
    const content = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 9 >>',
      '<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream(showText('Only once.')),
      helvetica,
    ]);
    expect(await read(content)).toBe('Only once.\n');
  });

  it('are empty where a stream unpacks to nothing but blanks, however many', async () => {
    const bomb = deflateSync(Buffer.alloc(70 * 2 ** 20, ' '), { level: 1 });
    const content = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Contents 4 0 R >>',
      stream(bomb, '/Filter /FlateDecode'),
    ]);
    await expect(failing(content)).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
  });

  it('are read where objects are nested without end', async () => {
    const deep = '['.repeat(200_000);
    expect(await read(onePage(`${showText('Still here.')}${deep}`, { more: [deep] }))).toBe('Still here.\n');
  });

  it('are read where a form draws itself', async () => {
    const form = stream(`${showText('Again.')} /X Do`, '/Type /XObject /Subtype /Form /Resources 7 0 R');
    const resources = '<< /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >>';
    const content = onePage('/X Do', { page: '/Resources 7 0 R', more: [form, resources] });
    expect(await read(content)).toMatch(/^Again\./);
  });

  it('are read where the length of a stream is its own reference', async () => {
    const content = onePage('', {
      more: ['<< /Length 6 0 R >>\nstream\nabc\nendstream'],
      page: '/Contents 6 0 R',
    });
    await expect(failing(content)).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
  });
});
