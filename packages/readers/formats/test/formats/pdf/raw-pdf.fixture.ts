/** A stream as it stands in a PDF. */
export function stream(content: string | Uint8Array, entries = ''): string {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return `<< /Length ${text.length} ${entries} >>\nstream\n${text}\nendstream`;
}

/** A PDF of these objects, numbered from 1; the first one is its catalogue. With its cross-references, unless stated otherwise. */
export function rawPdf(objects: readonly string[], { references = true, trailer = '' } = {}): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`;
  if (references) {
    const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`;
  }
  text += `${end}startxref\n${references ? start : 0}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF of one page with this content; objects from the sixth on are the given ones. */
export function onePage(
  content: string,
  { font = helvetica, page = '', more = [] as readonly string[], catalog = '' } = {},
): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    stream(content),
    font,
    ...more,
  ]);
}

export const showText = (text: string, x = 72, y = 700, size = 12) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
