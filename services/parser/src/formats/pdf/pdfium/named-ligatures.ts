import { inflateSync } from 'node:zlib';

/** All bytes of a file are looked through; what larger ones name is not known. */
const mostBytes = 64 * 2 ** 20;
const mostObjects = 50_000;
const longestObject = 8_192;
/** Of what stands before the content of a stream. */
const longestHead = 512;
const longestStream = 2 ** 20;
const mostInflated = 64 * 2 ** 20;

type Codes = ReadonlyMap<number, string>;

interface FileObject {
  readonly number: number;
  readonly text: string;
}

function* plainObjects(text: string): Generator<FileObject> {
  for (const { 1: number, index } of text.matchAll(/(?<!\d)(\d{1,7}) \d{1,5} obj\b/g))
    yield {
      number: Number(number),
      text: text.slice(index, index + longestObject).split('endobj', 1)[0] ?? '',
    };
}

/** The content of a stream that begins soon behind a place; nothing of one that is damaged, encrypted or not compressed as most are. */
function inflateAt(file: Buffer, at: number): string {
  const keyword = file.subarray(at, at + longestHead).indexOf('stream');
  if (keyword === -1) return '';
  const start = at + keyword + 'stream'.length;
  const data = start + (file[start] === 13 ? 2 : 1);
  try {
    return inflateSync(file.subarray(data, data + longestStream), {
      maxOutputLength: longestStream,
    }).toString('latin1');
  } catch {
    return '';
  }
}

/** Objects that stand in streams of objects, which begin with the numbers and places of all. */
function* packedObjects(text: string, file: Buffer): Generator<FileObject> {
  let inflated = 0;
  for (const { index } of text.matchAll(/\/ObjStm\b/g)) {
    if (inflated > mostInflated) return;
    const content = inflateAt(file, index);
    // What fails may have been inflated as far as that.
    inflated += content.length || longestStream;
    const first = Number(/\/First (\d{1,7})/.exec(text.slice(Math.max(0, index - 200), index + 200))?.[1]);
    const places = content.slice(0, first).trim().split(/\s+/).map(Number);
    for (let place = 0; place + 1 < places.length; place += 2) {
      const from = first + (places[place + 1] ?? 0);
      const to = first + (places[place + 3] ?? content.length);
      yield { number: places[place] ?? 0, text: content.slice(from, Math.min(to, from + longestObject)) };
    }
  }
}

/** The codes of an encoding whose glyphs are named by the letters that they join: `/f_f_i`. */
function ligaturesOf(object: string): Codes {
  const found = new Map<number, string>();
  const list = object.slice(Math.max(0, object.indexOf('/Differences')));
  const differences = /^\/Differences\s*\[([^\]]*)\]/.exec(list)?.[1] ?? '';
  let code = 0;
  for (const [part] of differences.matchAll(/\d+|\/[^\s/[\]]+/g))
    if (part.startsWith('/')) {
      if (/^\/[A-Za-z](?:_[a-z])+$/.test(part)) found.set(code, part.slice(1).replaceAll('_', ''));
      code++;
    } else code = Number(part);
  return found;
}

/**
 * The ligatures that fonts name by their letters, as many of TeX do (`T_h`): PDFium knows the meaning of other names, and passes on none.
 * A code for which fonts of one name have different ones stands for none.
 */
function findNamedLigatures(bytes: Uint8Array): ReadonlyMap<string, Codes> {
  const found = new Map<string, Map<number, string>>();
  if (bytes.length > mostBytes) return found;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = file.toString('latin1');
  const encodings = new Map<number, Codes>();
  const fonts: string[] = [];
  let seen = 0;
  for (const objects of [plainObjects(text), packedObjects(text, file)])
    for (const object of objects) {
      if (++seen > mostObjects) break;
      if (object.text.includes('/Differences')) encodings.set(object.number, ligaturesOf(object.text));
      if (object.text.includes('/BaseFont')) fonts.push(object.text);
    }
  for (const font of fonts) {
    const name = /\/BaseFont\s*\/([^\s/<>[\]()]+)/.exec(font)?.[1]?.replace(/^[A-Z]{6}\+/, '') ?? '';
    const reference = /\/Encoding\s+(\d{1,7}) \d+ R/.exec(font)?.[1];
    const codes = reference ? encodings.get(Number(reference)) : ligaturesOf(font);
    const known = found.get(name) ?? new Map<number, string>();
    for (const [code, letters] of codes ?? [])
      known.set(code, known.has(code) && known.get(code) !== letters ? '' : letters);
    found.set(name, known);
  }
  return found;
}

/** What a code of a font stands for, by the font's name; undefined for what is no ligature. */
export type LigatureReader = (font: string, code: number) => string | undefined;

/** Looks through the file when a code without a meaning is asked for first. */
export function createLigatureReader(bytes: Uint8Array): LigatureReader {
  let known: ReadonlyMap<string, Codes> | undefined;
  return (font, code) => {
    known ??= findNamedLigatures(bytes);
    return known.get(font)?.get(code) || undefined;
  };
}
