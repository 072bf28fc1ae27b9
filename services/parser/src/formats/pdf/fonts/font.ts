import type { PdfDocument } from '../objects/document.ts';
import { type Dictionary, isArray, isDictionary, isStream, Name, type PdfObject } from '../objects/types.ts';
import { type CMap, idOf, readCMap } from './cmap.ts';
import { embeddedEncoding } from './embedded-encoding.ts';
import { builtInEncoding, type Encoding, namedEncoding } from './encodings.ts';
import { glyphToText } from './glyph-names.ts';
import { standardWidth } from './standard-widths.ts';
import { characterWidths, simpleWidths } from './widths.ts';

/** What a code of a font shows. */
export interface Glyph {
  /** Undefined where nothing tells what it stands for. */
  readonly text: string | undefined;
  /** In units of the font's size. */
  readonly width: number;
  /** Whether word spacing applies to it. */
  readonly isSpace: boolean;
}

export interface Font {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospaced: boolean;
  /** How high letters reach above the line and below it, in units of the font's size. */
  readonly ascent: number;
  readonly descent: number;
  /** Calls `show` for each code of a string. */
  decode(string: string, show: (glyph: Glyph) => void): void;
}

const FIXED_PITCH = 1;
const ITALIC = 64;
const FORCE_BOLD = 2 ** 18;

/** Letters instead of the ligatures that a font draws them with: nobody searches for those. */
const withoutLigatures = (text: string | undefined) =>
  text === undefined || !/[\ufb00-\ufb06]/.test(text) ? text : text.normalize('NFKC');

const textOf = (value: PdfObject) => (value instanceof Name ? value.value : '');
const numberOf = (value: PdfObject, usual: number) => (typeof value === 'number' ? value : usual);

function readEncoding(
  font: Dictionary,
  fontName: string,
  document: PdfDocument,
  symbolic: boolean,
): Encoding {
  const given = document.resolve(font.get('Encoding'));
  const builtIn = () => embeddedEncoding(font, document) ?? builtInEncoding(fontName);
  if (given instanceof Name) return namedEncoding(given.value) ?? builtIn();
  const base = isDictionary(given)
    ? namedEncoding(textOf(document.resolve(given.get('BaseEncoding'))))
    : undefined;
  const encoding = [...(base ?? (symbolic ? builtIn() : (namedEncoding('StandardEncoding') as Encoding)))];
  const differences = isDictionary(given) ? document.resolve(given.get('Differences')) : null;
  let code = 0;
  for (const item of isArray(differences) ? differences : []) {
    const value = document.resolve(item);
    if (typeof value === 'number') code = value;
    else if (value instanceof Name && code < 256) encoding[code++] = glyphToText(value.value);
  }
  return encoding;
}

function readToUnicode(font: Dictionary, document: PdfDocument): CMap | undefined {
  const stream = document.resolve(font.get('ToUnicode'));
  const data = isStream(stream) ? document.readStream(stream) : undefined;
  return data && readCMap(data);
}

interface Look {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospaced: boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly symbolic: boolean;
}

function readLook(font: Dictionary, document: PdfDocument): Look {
  const name = textOf(document.resolve(font.get('BaseFont'))).replace(/^[A-Z]{6}\+/, '');
  const found = document.resolve(font.get('FontDescriptor'));
  const descriptor = isDictionary(found) ? found : new Map<string, PdfObject>();
  const number = (key: string) => numberOf(document.resolve(descriptor.get(key)), 0);
  const flags = number('Flags');
  const [ascent, descent] = [number('Ascent') / 1_000, number('Descent') / 1_000];
  return {
    name,
    bold:
      /bold|black|heavy|demi|CMBX|Nimbus\w+-Medi/i.test(name) ||
      (flags & FORCE_BOLD) !== 0 ||
      number('FontWeight') >= 600,
    italic: /italic|oblique|CMTI|CMSL/i.test(name) || (flags & ITALIC) !== 0 || number('ItalicAngle') !== 0,
    monospaced: (flags & FIXED_PITCH) !== 0 || /courier|mono|consol|typewriter|CMTT/i.test(name),
    ascent: ascent > 0.3 && ascent < 1.5 ? ascent : 0.75,
    descent: descent < 0 && descent > -1 ? descent : -0.22,
    symbolic: (flags & 4) !== 0,
  };
}

function openSimpleFont(font: Dictionary, document: PdfDocument): Font {
  const look = readLook(font, document);
  const resolve = (value: PdfObject | undefined) => document.resolve(value);
  const encoding = readEncoding(
    font,
    look.name,
    document,
    look.symbolic || /^Symbol|Dingbats/i.test(look.name),
  );
  const toUnicode = readToUnicode(font, document);
  const widths = simpleWidths(font, resolve);
  const descriptor = resolve(font.get('FontDescriptor'));
  const missing = numberOf(isDictionary(descriptor) ? resolve(descriptor.get('MissingWidth')) : null, 0);
  const matrix = resolve(font.get('FontMatrix'));
  // The glyphs of Type 3 fonts have a space of their own.
  const scale = isArray(matrix) && typeof matrix[0] === 'number' ? Math.abs(matrix[0]) : 0.001;
  const glyphs: Glyph[] = Array.from({ length: 256 }, (_, code) => {
    const text = withoutLigatures(toUnicode?.texts.get(code) ?? encoding[code]);
    const width = widths ? (widths.get(code) ?? missing) * scale : standardWidth(look.name, text);
    return { text, width, isSpace: code === 32 };
  });
  return {
    ...look,
    decode(string, show) {
      for (let index = 0; index < string.length; index++)
        show(glyphs[string.charCodeAt(index) & 0xff] as Glyph);
    },
  };
}

/** How the codes of a composite font are cut, and which character ids they are. */
interface CodeReader {
  codeLength(firstByte: number): number;
  id(code: number): number;
  /** The text of a code by the encoding alone. */
  text(code: number): string | undefined;
}

function readCodes(font: Dictionary, document: PdfDocument): CodeReader | undefined {
  const encoding = document.resolve(font.get('Encoding'));
  if (isStream(encoding)) {
    const data = document.readStream(encoding);
    const map = data && readCMap(data);
    return (
      map && {
        codeLength: (byte) => map.codeLength(byte),
        id: (code) => idOf(map, code),
        text: () => undefined,
      }
    );
  }
  const name = textOf(encoding);
  const twoBytes = { codeLength: () => 2, id: (code: number) => code };
  if (/^Identity-[HV]$/.test(name)) return { ...twoBytes, text: () => undefined };
  // Codes that are Unicode themselves; their ids are the business of a character collection that is not here.
  if (/UCS2|UTF16/.test(name)) return { ...twoBytes, text: (code) => String.fromCharCode(code) };
  return undefined;
}

function openCompositeFont(font: Dictionary, document: PdfDocument): Font | undefined {
  const codes = readCodes(font, document);
  const descendants = document.resolve(font.get('DescendantFonts'));
  const descendant = isArray(descendants) ? document.resolve(descendants[0]) : null;
  if (!codes || !isDictionary(descendant)) return undefined;
  const toUnicode = readToUnicode(font, document);
  const widths = characterWidths(descendant, (value) => document.resolve(value));
  const usual = numberOf(document.resolve(descendant.get('DW')), 1_000);
  const glyphs = new Map<number, Glyph>();
  const glyphOf = (code: number, length: number): Glyph => {
    const known = glyphs.get(code);
    if (known) return known;
    const width = (widths.get(codes.id(code)) ?? usual) / 1_000;
    const text = withoutLigatures(toUnicode?.texts.get(code) ?? codes.text(code));
    const glyph = { text, width, isSpace: length === 1 && code === 32 };
    glyphs.set(code, glyph);
    return glyph;
  };
  return {
    ...readLook(descendant, document),
    decode(string, show) {
      for (let index = 0; index < string.length; ) {
        const length = codes.codeLength(string.charCodeAt(index));
        let code = 0;
        for (let offset = 0; offset < length; offset++)
          code = code * 256 + (string.charCodeAt(index + offset) || 0);
        show(glyphOf(code, length));
        index += length;
      }
    },
  };
}

/** Opens a font; undefined where its encoding is one that only a full reader knows. */
export function openFont(font: Dictionary, document: PdfDocument): Font | undefined {
  const isComposite = textOf(document.resolve(font.get('Subtype'))) === 'Type0';
  return isComposite ? openCompositeFont(font, document) : openSimpleFont(font, document);
}
