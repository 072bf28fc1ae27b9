import { hexValue, isWhiteSpace } from './characters.ts';

/** Undoes ASCIIHexDecode. */
export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const result: number[] = [];
  let high = -1;
  for (const byte of bytes) {
    if (byte === 0x3e) break;
    const value = hexValue(byte);
    if (value < 0) continue;
    if (high < 0) high = value;
    else {
      result.push(high * 16 + value);
      high = -1;
    }
  }
  if (high >= 0) result.push(high * 16);
  return Uint8Array.from(result);
}

/** Undoes ASCII85Decode. */
export function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const result: number[] = [];
  let group: number[] = [];
  const flush = (count: number) => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < count; index++) result.push(Math.floor(value / 256 ** (3 - index)) % 256);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (isWhiteSpace(byte)) continue;
    if (byte === 0x7a && group.length === 0) result.push(0, 0, 0, 0);
    else if (byte >= 0x21 && byte <= 0x75) {
      group.push(byte - 0x21);
      if (group.length === 5) flush(4);
    }
  }
  const count = group.length - 1;
  if (count > 0) {
    while (group.length < 5) group.push(84);
    flush(count);
  }
  return Uint8Array.from(result);
}

/** Undoes RunLengthDecode. */
export function decodeRunLength(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let index = 0; index < bytes.length; ) {
    const length = bytes[index] as number;
    if (length === 128) break;
    if (length < 128) {
      parts.push(bytes.subarray(index + 1, index + 2 + length));
      index += length + 2;
    } else {
      parts.push(new Uint8Array(257 - length).fill(bytes[index + 1] ?? 0));
      index += 2;
    }
  }
  return Buffer.concat(parts);
}
