import { Parser } from '../objects/parser.ts';
import { isArray, Keyword, type PdfObject } from '../objects/types.ts';

/** Codes of a string and what they map to. */
export interface CMap {
  /** Bytes of a code that begins with this byte. */
  codeLength(firstByte: number): number;
  readonly texts: ReadonlyMap<number, string>;
  /** Character ids, where the map gives those. */
  readonly ids: ReadonlyMap<number, number>;
  readonly idRanges: readonly { readonly first: number; readonly last: number; readonly id: number }[];
}

/** More than any script has; a map that has more is made to fill the memory. */
const maxMappings = 200_000;

function codeOf(bytes: string): number {
  let code = 0;
  for (let index = 0; index < bytes.length; index++) code = code * 256 + bytes.charCodeAt(index);
  return code;
}

/** UTF-16 as CMaps write it; unpaired halves are left out. */
function utf16(bytes: string): string {
  if (bytes.length === 1) return bytes;
  let text = '';
  for (let index = 0; index + 1 < bytes.length; index += 2)
    text += String.fromCharCode(bytes.charCodeAt(index) * 256 + bytes.charCodeAt(index + 1));
  return text.isWellFormed() ? text : text.toWellFormed().replaceAll('\ufffd', '');
}

/** The text `offset` codes after another: its last unit counts up. */
function following(text: string, offset: number): string {
  if (offset === 0 || text === '') return text;
  const last = text.codePointAt(text.length - (/[\udc00-\udfff]$/.test(text) ? 2 : 1)) ?? 0;
  const next = last + offset;
  if (next > 0x10ffff || (next >= 0xd800 && next <= 0xdfff)) return text;
  return text.slice(0, text.length - String.fromCodePoint(last).length) + String.fromCodePoint(next);
}

class Reader implements CMap {
  readonly texts = new Map<number, string>();
  readonly ids = new Map<number, number>();
  readonly idRanges: { first: number; last: number; id: number }[] = [];
  readonly #lengths = new Uint8Array(256);

  codeLength(firstByte: number): number {
    return this.#lengths[firstByte] || this.#usualLength;
  }

  get #usualLength(): number {
    return this.#lengths.find((length) => length > 0) ?? 1;
  }

  addSpaces(operands: readonly PdfObject[]): void {
    for (let index = 0; index + 1 < operands.length; index += 2) {
      const [low, high] = [operands[index], operands[index + 1]];
      if (typeof low !== 'string' || typeof high !== 'string' || low.length === 0) continue;
      for (let byte = low.charCodeAt(0); byte <= high.charCodeAt(0); byte++)
        this.#lengths[byte] = Math.min(4, low.length);
    }
  }

  addTexts(operands: readonly PdfObject[]): void {
    for (let index = 0; index + 1 < operands.length; index += 2) {
      const [code, text] = [operands[index], operands[index + 1]];
      if (typeof code === 'string' && typeof text === 'string') this.#setText(codeOf(code), utf16(text));
    }
  }

  addTextRanges(operands: readonly PdfObject[]): void {
    for (let index = 0; index + 2 < operands.length; index += 3) {
      const [low, high, target] = [operands[index], operands[index + 1], operands[index + 2]];
      if (typeof low !== 'string' || typeof high !== 'string') continue;
      const [first, last] = [codeOf(low), Math.min(codeOf(high), codeOf(low) + maxMappings)];
      for (let code = first; code <= last && this.texts.size < maxMappings; code++) {
        const listed = isArray(target) ? target[code - first] : undefined;
        if (typeof listed === 'string') this.#setText(code, utf16(listed));
        else if (typeof target === 'string') this.#setText(code, following(utf16(target), code - first));
      }
    }
  }

  addIds(operands: readonly PdfObject[]): void {
    for (let index = 0; index + 1 < operands.length; index += 2) {
      const [code, id] = [operands[index], operands[index + 1]];
      if (typeof code === 'string' && typeof id === 'number' && this.ids.size < maxMappings)
        this.ids.set(codeOf(code), id);
    }
  }

  addIdRanges(operands: readonly PdfObject[]): void {
    for (let index = 0; index + 2 < operands.length; index += 3) {
      const [low, high, id] = [operands[index], operands[index + 1], operands[index + 2]];
      if (
        typeof low === 'string' &&
        typeof high === 'string' &&
        typeof id === 'number' &&
        this.idRanges.length < maxMappings
      )
        this.idRanges.push({ first: codeOf(low), last: codeOf(high), id });
    }
  }

  #setText(code: number, text: string): void {
    if (this.texts.size < maxMappings) this.texts.set(code, text);
  }
}

/** Reads a CMap that lies in a PDF: what the codes of a font stand for, or which glyphs they name. */
export function readCMap(bytes: Uint8Array): CMap {
  const reader = new Reader();
  const handlers: Readonly<Record<string, (operands: readonly PdfObject[]) => void>> = {
    endcodespacerange: (operands) => reader.addSpaces(operands),
    endbfchar: (operands) => reader.addTexts(operands),
    endbfrange: (operands) => reader.addTextRanges(operands),
    endcidchar: (operands) => reader.addIds(operands),
    endcidrange: (operands) => reader.addIdRanges(operands),
  };
  const parser = new Parser(bytes);
  let operands: PdfObject[] = [];
  for (let object = parser.read(); object !== undefined; object = parser.read()) {
    if (!(object instanceof Keyword)) operands.push(object);
    else {
      handlers[object.value]?.(operands);
      operands = [];
    }
  }
  return reader;
}

/** The character id of a code. */
export function idOf({ ids, idRanges }: CMap, code: number): number {
  const single = ids.get(code);
  if (single !== undefined) return single;
  const range = idRanges.find(({ first, last }) => code >= first && code <= last);
  return range ? range.id + code - range.first : 0;
}
