import { describe, expect, it } from '@jest/globals';
import PDFKit from 'pdfkit';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';
import { finish } from '../../../test/formats/pdf/documents.fixture.ts';
import { onePage, showText, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

const prose =
  'The committee met in the spring to look at the figures of the year, and found that most of them were as it had hoped.';

/** The Markdown of what is drawn. */
async function drawn(draw: (document: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}) {
  const document = new PDFKit({ size: 'A4', ...options });
  document.font('Helvetica').fontSize(11);
  draw(document);
  return await markdownOf('a.pdf', await finish(document));
}

describe('a PDF', () => {
  it('is identified by its content, whatever it is called', async () => {
    const content = onePage(showText('Some text.'));
    expect(await convertFile({ name: 'a.txt', type: 'text/plain', content })).toEqual({
      mimeType: 'application/pdf',
      markdown: 'Some text.\n',
    });
  });

  it('keeps bold, italics and the addresses of links', async () => {
    const markdown = await drawn((document) => {
      document.text('It was ', { continued: true }).font('Helvetica-Bold').text('large', { continued: true });
      document.font('Helvetica').text(' and ', { continued: true }).font('Helvetica-Oblique');
      document.text('old', { continued: true }).font('Helvetica').text(', see ', { continued: true });
      document
        .text('the site', { link: 'https://example.com/a', continued: true })
        .text(' for more.', { link: null });
    });
    expect(markdown).toBe('It was **large** and *old*, see [the site](https://example.com/a) for more.\n');
  });

  it('has words whole that were cut at the end of a line', async () => {
    const content = onePage(
      showText('This is about the ware-', 72, 700) + showText('house of the town.', 72, 686),
    );
    expect(await markdownOf('a.pdf', content)).toBe('This is about the warehouse of the town.\n');
  });

  it('has ligatures as letters', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /fi /ffl /quoteright] >> >>';
    const content = onePage(showText('The \\001rst wa\\002e isn\\003t cold.'), { font });
    expect(await markdownOf('a.pdf', content)).toBe('The first waffle isn’t cold.\n');
  });

  it('loses the heads, feet and numbers of its pages, and joins what they part', async () => {
    const markdown = await drawn(
      (document) => {
        for (let page = 1; page <= 4; page++) {
          document.addPage({ size: 'A4', margin: 50 });
          document
            .fontSize(9)
            .text('Annual report', 50, 30)
            .text(`Page ${page} of 4`, 50, 780, { lineBreak: false });
          document.fontSize(11).text(`On page ${page}: ${prose}`, 50, 90);
        }
      },
      { autoFirstPage: false },
    );
    expect(markdown).toBe(`${[1, 2, 3, 4].map((page) => `On page ${page}: ${prose}`).join('\n\n')}\n`);
  });

  it('is read column by column where the lines of its columns stand at different heights', async () => {
    const column = (name: string, x: number, top: number, count: number) =>
      Array.from({ length: count }, (_, line) =>
        showText(`${name}${line} goes on with so many words of text`, x, top - line * 13),
      );
    const lines = [
      ...column('Left', 40, 700, 12),
      ...column('Right', 310, 700, 3),
      ...column('Low', 310, 655, 8),
    ];
    const markdown = await markdownOf('a.pdf', onePage(lines.join('')));
    expect(markdown).not.toContain('|');
    expect(markdown).toMatch(/Left0[\s\S]*Left11[\s\S]*Right0[\s\S]*Low7/);
  });

  it('nests the items of a list in the next column as in the one before', async () => {
    const words = 'goes on with so many words of text';
    const line = (text: string, x: number, y: number) => showText(text, x, y);
    const left = Array.from({ length: 8 }, (_, index) => line(`Left ${words}`, 40, 700 - index * 13));
    const right = Array.from({ length: 8 }, (_, index) => line(`Right ${words}`, 310, 635 - index * 13));
    const markdown = await markdownOf(
      'a.pdf',
      onePage(
        [
          ...left,
          ...[line('- One', 40, 580), line('- Two', 58, 567)],
          ...[line('- Three', 310, 700), line('- Four', 328, 687), line('- Five', 310, 674)],
          ...right,
        ].join(''),
      ),
    );
    expect(markdown).toContain('- One\n  - Two\n- Three\n  - Four\n- Five\n');
  });

  it('has the notes at its foot as text, marked as they are where they belong', async () => {
    const at = (text: string, x: number, y: number, size: number) =>
      `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
    const note = (number: number, text: string, y: number) =>
      at(`${number}`, 72, y + 4, 5) + at(text, 76, y, 8.5);
    const body =
      at('Most figures are good.', 72, 600, 11) + at('1', 182, 604, 6) + at('Some are not.', 189, 600, 11);
    const half = prose.indexOf(' ', 60);
    const above = at(prose.slice(0, half), 72, 660, 11) + at(prose.slice(half + 1), 72, 647, 11);
    const notes = note(1, `${prose.slice(0, 100)} and`, 90) + note(2, 'Not all of them.', 80);
    expect(await markdownOf('a.pdf', onePage(above + body + notes))).toBe(
      `${prose}\n\nMost figures are good.^1 Some are not.\n\n^1 ${prose.slice(0, 100)} and\n\n^2 Not all of them.\n`,
    );
  });

  it('loses the head of its only two pages', async () => {
    const markdown = await drawn((document) => {
      const head = () => document.text('The Quarterly', 72, 30).text(prose, 72, 120);
      head().addPage();
      head();
    });
    expect(markdown).toBe(`${prose}\n\n${prose}\n`);
  });

  it('has one link, and one stretch of italics, where they go on in the next line', async () => {
    const markdown = await drawn((document) => {
      document.text('See ', { continued: true, width: 90 }).font('Helvetica-Oblique');
      document.text('the yearly report of us', { link: 'https://example.com/', continued: true });
      document.font('Helvetica').text(' for more.', { link: null });
    });
    expect(markdown).toBe('See [*the yearly report of us*](https://example.com/) for more.\n');
  });

  it('loses a head that changes with each chapter and has the number of the page', async () => {
    const markdown = await drawn(
      (document) => {
        for (let page = 1; page <= 5; page++) {
          document.addPage({ size: 'A4', margin: 50 });
          document.text(`Chapter ${String.fromCharCode(64 + page)} ${page + 10}`, 50, 40).text(prose, 50, 90);
        }
      },
      { autoFirstPage: false },
    );
    expect(markdown).not.toContain('Chapter');
  });

  it('keeps first lines that are all that pages say', async () => {
    const markdown = await drawn(
      (document) => {
        for (let page = 1; page <= 5; page++)
          document.addPage({ size: 'A4' }).text('The same again.', 50, 50);
      },
      { autoFirstPage: false },
    );
    expect(markdown.match(/The same again\./g)).toHaveLength(5);
  });

  it('has a list of entries for its table of contents', async () => {
    const markdown = await drawn((document) => {
      document.text(`Introduction ${'.'.repeat(60)} 1`).text(`Method ${'. '.repeat(40)}12`);
    });
    expect(markdown).toBe('- Introduction 1\n- Method 12\n');
  });

  it('has no heading and no table where it is nothing but prose', async () => {
    const markdown = await drawn((document) => {
      for (let count = 0; count < 30; count++) document.text(prose, { align: 'justify' }).moveDown();
    });
    expect(markdown).not.toMatch(/^[#|]/m);
    expect(markdown.split('\n\n')).toHaveLength(30);
  });

  it('is read upright where its pages are turned', async () => {
    const content = onePage(showText('Turned by the viewer.'), { page: '/Rotate 90' });
    expect(await markdownOf('a.pdf', content)).toBe('Turned by the viewer.\n');
    const drawnTurned = 'BT /F1 12 Tf 0 1 -1 0 300 100 Tm (Written upwards.) Tj ET';
    expect(await markdownOf('a.pdf', onePage(drawnTurned))).toBe('Written upwards.\n');
  });

  it('is read from right to left where it is Hebrew', async () => {
    const map = `1 begincodespacerange <00> <ff> endcodespacerange
3 beginbfchar <41> <05d0> <42> <05d1> <43> <05d2> endbfchar`;
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>';
    const content = onePage(showText('CBA BA 12'), { font, more: [stream(map)] });
    expect(await markdownOf('a.pdf', content)).toBe('12 אב אבג\n');
  });

  /** Letters that are drawn one by one, each at a place of its own. */
  const placed = (letters: readonly (readonly [letter: string, x: number, y?: number])[]) =>
    letters.map(([letter, x, y]) => showText(letter, x, y)).join('');
  const arabic = `1 begincodespacerange <00> <ff> endcodespacerange
5 beginbfchar <41> <0643> <42> <062a> <43> <0628> <4d> <064e> <31> <0661> endbfchar`;
  const arabicFont = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>';

  it('is read from right to left where letters of Arabic, their vowels and digits are drawn one by one', async () => {
    const drawnByLetter = placed([
      ['C', 72],
      ['B', 80],
      ['M', 80, 701.5],
      ['A', 88],
      ['1', 108],
      ['1', 115],
      ['C', 130],
      ['A', 138],
    ]);
    const content = onePage(drawnByLetter, { font: arabicFont, more: [stream(arabic)] });
    expect(await markdownOf('a.pdf', content)).toBe('كب ١١ كت\u064eب\n');
  });

  it('reads letters of Arabic that are drawn over each other in the order in which they were drawn', async () => {
    const drawn = placed([
      ['A', 88],
      ['B', 80.2],
      ['C', 80],
      ['A', 72],
    ]);
    const content = onePage(drawn, { font: arabicFont, more: [stream(arabic)] });
    expect(await markdownOf('a.pdf', content)).toBe('كتبك\n');
  });

  it('keeps the order of words of both directions in one line', async () => {
    const line = placed([
      ['C', 150],
      ['A', 158],
      ['B', 180],
      ['A', 188],
    ]);
    const latin = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>';
    const content = onePage(
      `${line}BT /F2 12 Tf 72 700 Td (Two words) Tj ET BT /F2 12 Tf 215 700 Td (and then some more) Tj ET\n`,
      {
        font: arabicFont,
        page: '/Resources << /Font << /F1 5 0 R /F2 7 0 R >> >>',
        more: [stream(arabic), latin],
      },
    );
    expect(await markdownOf('a.pdf', content)).toBe('Two words كت كب and then some more\n');
  });

  it('is without what is drawn beyond the edge of the page', async () => {
    const long = showText(`A line that is longer than the page is wide ${'and goes on '.repeat(12)}END`);
    const markdown = await markdownOf('a.pdf', onePage(`${long}${showText('Below it.', 72, 680)}`));
    expect(markdown).toMatch(/^A line that is longer .*Below it/s);
    expect(markdown).not.toContain('END');
  });

  it('has neither what marks call an artifact nor letters where marks state the text', async () => {
    const content = onePage(
      `/Artifact BMC ${showText('Draft', 72, 750)} EMC /Span << /ActualText (whole) >> BDC ${showText('wh@le')} EMC`,
    );
    expect(await markdownOf('a.pdf', content)).toBe('whole\n');
  });

  it('has the text of its forms', async () => {
    const form = stream(
      showText('Within a form.'),
      '/Type /XObject /Subtype /Form /Resources << /Font << /F1 5 0 R >> >>',
    );
    const content = onePage('/X Do', { page: '/Resources << /XObject << /X 6 0 R >> >>', more: [form] });
    expect(await markdownOf('a.pdf', content)).toBe('Within a form.\n');
  });

  it('asks for OCR where it holds pictures and no text', async () => {
    const image = stream(
      '\x00',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    );
    const content = onePage('600 0 0 800 0 0 cm /I Do', {
      page: '/Resources << /XObject << /I 6 0 R >> >>',
      more: [image],
    });
    await expect(convertFile({ name: 'a.pdf', content })).rejects.toMatchObject({
      code: 'DOCUMENT_EMPTY',
      message: expect.stringContaining('STANDARD_OCR'),
    });
  });
});

describe('a font that only pdf.js knows', () => {
  it('is read by it, page by page', async () => {
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font
      /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000
      /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 >> >>] >>`;
    const content = onePage('BT /F1 12 Tf 72 700 Td <93fa967b8cea> Tj ET', { font });
    expect(await markdownOf('a.pdf', content)).toBe('日本語\n');
  });
});
