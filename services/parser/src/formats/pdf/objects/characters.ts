/** Kinds of bytes in the syntax of PDF (ISO 32000-1, 7.2.2). */
const WHITE_SPACE = 1;
const DELIMITER = 2;

const kinds = new Uint8Array(256);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) kinds[code] = WHITE_SPACE;
for (const character of '()<>[]{}/%') kinds[character.charCodeAt(0)] = DELIMITER;

export const isWhiteSpace = (byte: number): boolean => kinds[byte] === WHITE_SPACE;
/** Whether a name, number or keyword goes on with this byte. */
export const isRegular = (byte: number): boolean => kinds[byte] === 0;

/** The value of a hexadecimal digit; -1 where it is none. */
export function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
