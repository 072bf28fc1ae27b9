import { isKnownEncoding } from '@docfleet/text/decoding';

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
