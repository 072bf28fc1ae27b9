import { decodeText } from '@docfleet/text/decoding';
import { declaredCharset } from '@docfleet/text/html';

/** The streams of an Outlook file by their paths below its root. */
export type Streams = ReadonlyMap<string, Uint8Array>;

/** Types of properties. [MS-OXCDATA] 2.11.1. */
const [unicode, bytesOfText, binary] = ['001F', '001E', '0102'];
const valueLength = 16;
/** Bytes before the properties: 32 of a message, 24 of an embedded message, 8 of a recipient or an attachment. [MS-OXMSG] 2.4. */
export type HeadLength = 32 | 24 | 8;

/** Code pages whose names are no more than their numbers. */
const names: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20127: 'us-ascii',
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  65001: 'utf-8',
};

/** Code pages of Windows by the primary language of a locale; all others write in that of Western Europe. [MS-LCID] 2.2. */
const pagesOfLanguages: Readonly<Record<number, number>> = {
  1: 1256,
  2: 1251,
  4: 936,
  5: 1250,
  8: 1253,
  13: 1255,
  14: 1250,
  17: 932,
  18: 949,
  21: 1250,
  24: 1250,
  25: 1251,
  26: 1250,
  27: 1250,
  28: 1250,
  31: 1254,
  32: 1256,
  34: 1251,
  35: 1251,
  36: 1250,
  37: 1257,
  38: 1257,
  39: 1257,
  41: 1256,
  42: 1258,
  44: 1254,
};
/** Locales that write Chinese in traditional letters. */
const traditional = new Set([0x0404, 0x0c04, 0x1404]);

/** Returns the code page in which programs of a locale write; undefined without one. */
export function pageOfLocale(locale: number | undefined): number | undefined {
  if (!locale) return undefined;
  return traditional.has(locale) ? 950 : (pagesOfLanguages[locale & 0x3ff] ?? 1252);
}

function labelOf(page: number | undefined): string | undefined {
  if (page === undefined) return undefined;
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  return page > 28590 && page < 28606 ? `iso-8859-${page - 28590}` : names[page];
}

/** The properties of a message, a recipient or an attached file: of a storage of the file. [MS-OXMSG] 2.1. */
export class Properties {
  readonly #streams: Streams;
  readonly #folder: string;
  readonly #values: Buffer;

  constructor(streams: Streams, folder: string, head: HeadLength) {
    this.#streams = streams;
    this.#folder = folder;
    const values = streams.get(`${folder}__properties_version1.0`) ?? new Uint8Array();
    this.#values = Buffer.from(values).subarray(head);
  }

  #valueOf(id: number, type: number): Buffer | undefined {
    for (let at = 0; at + valueLength <= this.#values.length; at += valueLength)
      if (this.#values.readUInt16LE(at + 2) === id && this.#values.readUInt16LE(at) === type)
        return this.#values.subarray(at + 8, at + valueLength);
    return undefined;
  }

  number(id: number): number | undefined {
    return this.#valueOf(id, 0x0003)?.readInt32LE(0);
  }

  isSet(id: number): boolean {
    return this.#valueOf(id, 0x000b)?.[0] === 1;
  }

  /** A time, stored in tenths of microseconds since 1601. */
  time(id: number): Date | undefined {
    const stored = this.#valueOf(id, 0x0040)?.readBigUInt64LE(0);
    return stored === undefined ? undefined : new Date(Number(stored / 10_000n) - 11_644_473_600_000);
  }

  #stream(id: string, type: string | undefined): Uint8Array | undefined {
    return this.#streams.get(`${this.#folder}__substg1.0_${id}${type}`);
  }

  bytes(id: string): Uint8Array | undefined {
    return this.#stream(id, binary);
  }

  /** A text in the encoding of `page`, where it has no better one; empty where there is none. */
  async text(id: string, page: number | undefined): Promise<string> {
    const wide = this.#stream(id, unicode);
    if (wide) return Buffer.from(wide).toString('utf16le').replace(/\0+$/, '');
    const narrow = this.#stream(id, bytesOfText) ?? this.#stream(id, binary);
    if (!narrow) return '';
    const pieces = decodeText([narrow], (head) => [declaredCharset(head), labelOf(page)]);
    return (await Array.fromAsync(pieces)).join('').replace(/\0+$/, '');
  }
}
