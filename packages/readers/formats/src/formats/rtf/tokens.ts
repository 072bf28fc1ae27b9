/** Token of an RTF file. Bytes of text come one by one, because their meaning depends on the font. */
export type Token =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | undefined }
  | { readonly kind: 'byte'; readonly byte: number };

const backslash = 0x5c;
const open = 0x7b;
const close = 0x7d;
const quote = 0x27;
const lineEnds = new Set([0x0a, 0x0d, 0]);

const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const maxWordLength = 40;
const maxNumberLength = 11;

/** Characters after a backslash that are text. */
const escaped = new Set([backslash, open, close]);

const openToken: Token = { kind: 'open' };
const closeToken: Token = { kind: 'close' };
const byteTokens = Array.from({ length: 256 }, (_, byte): Token => ({ kind: 'byte', byte }));
const byteToken = (byte: number) => byteTokens[byte] as Token;

/** Cuts RTF into its pieces; binary data is left out. */
export function* readTokens(bytes: Uint8Array): Generator<Token> {
  let position = 0;
  while (position < bytes.length) {
    const byte = bytes[position] ?? 0;
    position += 1;
    if (byte === open) yield openToken;
    else if (byte === close) yield closeToken;
    else if (byte === backslash) {
      const [token, next] = readControl(bytes, position);
      position = next;
      if (token.kind === 'word' && token.name === 'bin') position += Math.max(0, token.value ?? 0);
      else yield token;
    } else if (!lineEnds.has(byte)) yield byteToken(byte);
  }
}

/** The end of a line after a backslash ends a paragraph, as TextEdit writes it. */
const paragraphEnd: Token = { kind: 'word', name: 'par', value: undefined };

/** Reads the token after a backslash, and returns its end as well. */
function readControl(bytes: Uint8Array, start: number): [Token, number] {
  const byte = bytes[start] ?? 0;
  if (isLetter(byte)) return readWord(bytes, start);
  if (escaped.has(byte)) return [byteToken(byte), start + 1];
  if (byte === 0x0a) return [paragraphEnd, start + 1];
  if (byte === 0x0d) return [paragraphEnd, start + (bytes[start + 1] === 0x0a ? 2 : 1)];
  if (byte !== quote) return [{ kind: 'word', name: String.fromCharCode(byte), value: undefined }, start + 1];
  const digits = String.fromCharCode(...bytes.subarray(start + 1, start + 3));
  if (!/^[\da-f]{2}$/i.test(digits)) return [{ kind: 'word', name: "'", value: undefined }, start + 1];
  return [byteToken(Number.parseInt(digits, 16)), start + 3];
}

function readWord(bytes: Uint8Array, start: number): [Token, number] {
  let end = start;
  while (end - start < maxWordLength && isLetter(bytes[end] ?? 0)) end++;
  const name = String.fromCharCode(...bytes.subarray(start, end));
  const numberStart = end;
  if (bytes[end] === 0x2d && isDigit(bytes[end + 1] ?? 0)) end++;
  while (end - numberStart < maxNumberLength && isDigit(bytes[end] ?? 0)) end++;
  const digits = String.fromCharCode(...bytes.subarray(numberStart, end));
  if (bytes[end] === 0x20) end++;
  return [{ kind: 'word', name, value: digits === '' ? undefined : Number(digits) }, end];
}
