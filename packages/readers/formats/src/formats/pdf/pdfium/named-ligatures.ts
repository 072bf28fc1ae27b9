import { fileObjects } from './file-objects.ts';

type Codes = ReadonlyMap<number, string>;

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
  const encodings = new Map<number, Codes>();
  const fonts: string[] = [];
  for (const object of fileObjects(bytes) ?? []) {
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

/** Returns the ligature that a code of a font stands for, by the font's name; undefined for other codes. */
export type LigatureReader = (font: string, code: number) => string | undefined;

/** Looks through the file when a code without a meaning is asked for first. */
export function createLigatureReader(bytes: Uint8Array): LigatureReader {
  let known: ReadonlyMap<string, Codes> | undefined;
  return (font, code) => {
    known ??= findNamedLigatures(bytes);
    return known.get(font)?.get(code) || undefined;
  };
}
