/** The classes that the pattern of cl100k_base distinguishes: \p{L}, \p{N}, \s, [\r\n], and everything else. */
export const other = 0;
export const letter = 1;
export const digit = 2;
export const space = 3;
export const newline = 4;

const plane = 0x10000;
let basicPlane: Uint8Array | undefined;

/** The class of each UTF-16 code unit, made at first use. Surrogates are OTHER here: see `classAt`. */
export function characterClasses(): Uint8Array {
  basicPlane ??= Uint8Array.from({ length: plane }, (_, code) => classOf(String.fromCharCode(code)));
  return basicPlane;
}

/** The class of the code point that begins at `index`. A lone surrogate is OTHER. */
export function classAt(text: string, index: number, classes: Uint8Array): number {
  const code = text.charCodeAt(index);
  if (code >= 0xd800 && code <= 0xdbff && widthAt(text, index) === 2) {
    return classOf(text.slice(index, index + 2));
  }
  return classes[code] ?? other;
}

/** 2 where a surrogate pair begins, otherwise 1. */
export function widthAt(text: string, index: number): 1 | 2 {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}

function classOf(character: string): number {
  if (/\p{L}/u.test(character)) return letter;
  if (/\p{N}/u.test(character)) return digit;
  if (/[\r\n]/.test(character)) return newline;
  // What the reference (Rust) calls \s; JavaScript's has U+FEFF too, and lacks U+0085.
  return /\p{White_Space}/u.test(character) ? space : other;
}
