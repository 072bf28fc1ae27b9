import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { rawPdf, stream } from '../raw-pdf.fixture.ts';
import { openPdf } from './document.ts';
import { isStream, Name, Reference } from './types.ts';

const shell = ['<< /Type /Catalog /Pages 2 0 R /Value 3 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'];

/** What the catalogue's value is, of which the third object is the text. */
function catalogued(object: string, more: readonly string[] = []) {
  const document = openPdf(rawPdf([...shell, object, ...more]));
  return document.resolve(document.catalog.get('Value'));
}

function dataOf(object: string) {
  const document = openPdf(rawPdf([...shell, object]));
  const value = document.resolve(document.catalog.get('Value'));
  const data = isStream(value) ? document.readStream(value) : undefined;
  return data && Buffer.from(data).toString('latin1');
}

describe('objects of a PDF', () => {
  it.each([
    ['-.5', -0.5],
    ['+17', 17],
    ['true', true],
    ['null', null],
    ['(a\\(b\\)(c)\\101\\\nd\\n)', 'a(b)(c)Ad\n'],
    ['<48 65 6c6C 7>', 'Hellp'],
    ['/A#20B', new Name('A B')],
    ['[1 (x) [2 0 R]]', [1, 'x', [new Reference(2, 0)]]],
    ['<< /A << /B 1 >> >>', new Map([['A', new Map([['B', 1]])]])],
    ['4 0 R', null],
  ])('are read: %s', (text, value) => expect(catalogued(text)).toEqual(value));

  it('that refer to themselves are nothing', () => expect(catalogued('4 0 R', ['3 0 R'])).toBeNull());
});

describe('streams of a PDF', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

  it.each([
    ['Flate', stream(deflateSync('abcabc'), '/Filter /FlateDecode'), 'abcabc'],
    [
      'cut Flate',
      stream(deflateSync('x'.repeat(99)).subarray(0, -3), '/Filter /FlateDecode'),
      'x'.repeat(99),
    ],
    ['ASCIIHex', stream('61 62 6>', '/Filter /ASCIIHexDecode'), 'ab`'],
    ['ASCII85', stream('87cURD]i,"Ebo80~>', '/Filter /ASCII85Decode'), 'Hello World!'],
    ['RunLength', stream('\x02abc\xfed\x80', '/Filter /RunLengthDecode'), 'abcddd'],
    ['LZW', stream('\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', '/Filter /LZWDecode'), '-----A---B'],
    ['chains', stream('61 62>', '/Filter [/ASCIIHexDecode /Crypt]'), 'ab'],
    [
      'predictors',
      stream(
        deflateSync(Uint8Array.of(2, 1, 2, 3, 2, 1, 1, 1)),
        '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 3 >>',
      ),
      hex(Uint8Array.of(1, 2, 3, 2, 3, 4)),
    ],
    ['pictures', stream('x', '/Filter /DCTDecode'), undefined],
    ['a wrong length', stream('abc').replace('/Length 3', '/Length 77'), 'abc\n'],
  ])('are unpacked: %s', (_, object, data) => expect(dataOf(object)).toBe(data));
});

describe('cross-references of a PDF', () => {
  it('may be a stream, and objects lie in one', () => {
    const contained = ['<< /Type /Catalog /Pages 3 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'];
    const header = `1 0 3 ${(contained[0] as string).length + 1} `;
    const container = stream(header + contained.join(' '), `/Type /ObjStm /N 2 /First ${header.length}`);
    const start = '%PDF-1.5\n';
    const first = `2 0 obj\n${container}\nendobj\n`;
    const offset = start.length + first.length;
    const entries = Uint8Array.of(0, 0, 0, 2, 2, 0, 1, start.length, 0, 2, 2, 1, 1, offset, 0);
    const references = stream(entries, '/Type /XRef /Size 5 /W [1 1 1] /Root 1 0 R');
    const text = `${start}${first}4 0 obj\n${references}\nendobj\nstartxref\n${offset}\n%%EOF`;
    expect(openPdf(Buffer.from(text, 'latin1')).catalog.get('Pages')).toEqual(new Reference(3, 0));
  });

  it('are replaced by what is appended later', () => {
    const old = rawPdf([...shell, '(old)']).toString('latin1');
    const before = Number(/startxref\n(\d+)/.exec(old)?.[1]);
    const at = old.length;
    const update = `3 0 obj\n(new)\nendobj\n`;
    const table = `xref\n3 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 4 /Root 1 0 R /Prev ${before} >>\n`;
    const document = openPdf(
      Buffer.from(`${old}${update}${table}startxref\n${at + update.length}\n%%EOF`, 'latin1'),
    );
    expect(document.resolve(document.catalog.get('Value'))).toBe('new');
  });
});
