import iconv from 'iconv-lite';
import { encodeIso2022Jp } from './iso-2022-jp.ts';
import { type BenchLanguage, type Sample, samples } from './texts.ts';

/** A file of one encoding, and the text that it holds. */
export interface EncodedFile {
  readonly encoding: string;
  readonly language: BenchLanguage;
  readonly kind: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Encodings, by the names of iconv-lite, with the languages that people write in them. */
const encodings: Readonly<Record<string, string>> = {
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'iso-2022-jp': 'ja',
  gbk: 'zh-Hans',
  gb18030: 'zh-Hans',
  big5: 'zh-Hant',
  'euc-kr': 'ko',
  'windows-1251': 'ru uk bg',
  'koi8-r': 'ru',
  'koi8-u': 'uk',
  cp866: 'ru',
  'iso-8859-5': 'ru bg',
  'windows-1253': 'el',
  'iso-8859-7': 'el',
  'windows-1255': 'he',
  'iso-8859-8': 'he',
  'windows-1256': 'ar',
  'windows-874': 'th',
  'tis-620': 'th',
  'windows-1254': 'tr',
  'iso-8859-9': 'tr',
  'windows-1250': 'pl cs hu hr ro',
  'iso-8859-2': 'pl cs hu hr ro',
  'windows-1257': 'lt',
  'windows-1258': 'vi',
  'windows-1252': 'de fr es pt sv da',
  'iso-8859-1': 'de es pt sv da',
  'iso-8859-15': 'de es pt sv da',
  macroman: 'de fr es',
  cp850: 'de fr es pt da',
  cp437: 'de fr es sv',
  utf8: 'ja zh-Hans zh-Hant ko ru el he ar th tr pl de vi',
  'utf8-bom': 'ja de',
  utf16le: 'ja zh-Hans ru el th de',
  utf16be: 'ja zh-Hans ru el th de',
  'utf16le-bom': 'ja de',
  'utf16be-bom': 'ko de',
  'utf32le-bom': 'ja de',
  'utf32be-bom': 'ru de',
};

const row = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

function table({ header, names, places }: Sample, rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) =>
    row([
      names[index % names.length] ?? '',
      places[(index * 5 + (index >> 3)) % places.length] ?? '',
      String(index * 37),
    ]),
  );
  return row(header) + lines.join('');
}

const kinds: Readonly<Record<string, (text: Sample) => string>> = {
  'table of 3 rows': (text) => table(text, 3),
  'table of 400 rows': (text) => table(text, 400),
  names: ({ names }) => `${names.join('\n')}\n`,
  'a sentence': ({ prose }) => `${prose.split(/(?<=[.。])\s?/)[0] ?? ''}\n`,
  'a page of prose': ({ prose, places }) => `${prose}\n\n${places.join(', ')}\n\n`.repeat(12),
};

/** Vietnamese letters as windows-1258 has them: the tone is a character of its own. */
const tones = /[\u0300\u0301\u0303\u0309\u0323]/;
function withTones(text: string): string {
  return Array.from(text, (letter) => {
    const [base = '', ...marks] = letter.normalize('NFD');
    const own = marks.filter((mark) => !tones.test(mark)).join('');
    return (base + own).normalize('NFC') + marks.filter((mark) => tones.test(mark)).join('');
  }).join('');
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'iso-2022-jp') return encodeIso2022Jp(text);
  const [name = '', mark] = encoding.split('-bom');
  return iconv.encode(text, name, { addBOM: mark !== undefined });
}

/** All files of the table; a text that an encoding cannot write is left out. */
export function encodedFiles(): EncodedFile[] {
  return Object.entries(encodings).flatMap(([encoding, languages]) =>
    (languages.split(' ') as BenchLanguage[]).flatMap((language) =>
      Object.entries(kinds).flatMap(([kind, write]) => {
        const written = write(samples[language]);
        const text = encoding === 'windows-1258' ? withTones(written) : written;
        const bytes = encode(text, encoding);
        const isWhole =
          encoding === 'iso-2022-jp' ||
          iconv.decode(Buffer.from(bytes), encoding.replace('-bom', '')) === text;
        return isWhole ? [{ encoding, language, kind, text, bytes }] : [];
      }),
    ),
  );
}
