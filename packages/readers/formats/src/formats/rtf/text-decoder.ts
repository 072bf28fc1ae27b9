import { createDecoder, isKnownEncoding } from '@docfleet/text/decoding';

/** Control words that are characters. */
export const characters: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '-',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};

/** Encodings of the character sets that fonts name, from the RTF 1.9.1 specification. */
const charsets: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The encoding of a font's characters; undefined where it is that of the document. */
export const encodingOfCharset = (charset: number): string | undefined => charsets[charset];

/** The encoding of `\ansicpg`. */
export function encodingOfCodePage(page: number): string {
  const labels = [codePages[page] ?? `windows-${page}`, `cp${page}`];
  return labels.find(isKnownEncoding) ?? 'windows-1252';
}

/** In place of an encoding where bytes are the codes of a symbol font. */
export const symbolCodes = 'symbols';

/** Collects bytes until it is known that no more belong to the same character, and returns them as text. */
export class ByteText {
  #bytes: number[] = [];
  #encoding = 'windows-1252';

  add(byte: number, encoding: string): string {
    const before = encoding === this.#encoding ? '' : this.take();
    this.#encoding = encoding;
    this.#bytes.push(byte);
    return before;
  }

  take(): string {
    if (this.#bytes.length === 0) return '';
    if (this.#encoding === symbolCodes) return Buffer.from(this.#bytes.splice(0)).toString('latin1');
    const decoder = createDecoder(this.#encoding);
    const text = decoder.write(Uint8Array.from(this.#bytes)) + decoder.end();
    this.#bytes = [];
    return text;
  }
}
