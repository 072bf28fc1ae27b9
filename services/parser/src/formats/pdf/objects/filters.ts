import { inflate } from './inflate.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from './text-filters.ts';
import { type Dictionary, isArray, isDictionary, Name, type PdfObject } from './types.ts';

type Resolve = (value: PdfObject | undefined) => PdfObject;
/** Chains of filters are short; a long one is made to keep readers busy. */
const maxFilters = 8;

function numberOf(parameters: Dictionary | undefined, key: string, usual: number, resolve: Resolve): number {
  const value = resolve(parameters?.get(key));
  return typeof value === 'number' ? value : usual;
}

function unpredict(bytes: Uint8Array, parameters: Dictionary | undefined, resolve: Resolve): Uint8Array {
  const of = (key: string, usual: number) => numberOf(parameters, key, usual, resolve);
  return undoPredictor(bytes, {
    predictor: of('Predictor', 1),
    colors: of('Colors', 1),
    bits: of('BitsPerComponent', 8),
    columns: of('Columns', 1),
  });
}

function applyFilter(
  name: string,
  bytes: Uint8Array,
  parameters: Dictionary | undefined,
  resolve: Resolve,
): Uint8Array | undefined {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(bytes), parameters, resolve);
    case 'LZWDecode':
    case 'LZW':
      return unpredict(
        decodeLzw(bytes, numberOf(parameters, 'EarlyChange', 1, resolve)),
        parameters,
        resolve,
      );
    case 'ASCIIHexDecode':
    case 'AHx':
      return decodeAsciiHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(bytes);
    case 'Crypt':
      return bytes;
    default:
      return undefined;
  }
}

const listOf = (value: PdfObject): readonly PdfObject[] =>
  isArray(value) ? value : value === null ? [] : [value];

/** Undoes the filters of a stream; undefined where one of them is for pictures or unknown. */
export function applyFilters(
  bytes: Uint8Array,
  dictionary: Dictionary,
  resolve: Resolve,
): Uint8Array | undefined {
  const filters = listOf(resolve(dictionary.get('Filter') ?? dictionary.get('F')));
  const parameters = listOf(resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP')));
  let result: Uint8Array | undefined = bytes;
  for (const [index, filter] of filters.slice(0, maxFilters).entries()) {
    const name = resolve(filter);
    const given = resolve(parameters[index]);
    if (!(name instanceof Name) || !result) return undefined;
    result = applyFilter(name.value, result, isDictionary(given) ? given : undefined, resolve);
  }
  return result;
}
