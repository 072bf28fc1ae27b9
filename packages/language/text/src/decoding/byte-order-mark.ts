const marks: readonly (readonly [string, readonly number[]])[] = [
  // UTF-32 comes first: its little-endian mark begins like that of UTF-16.
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The Unicode encoding that the first bytes declare by a byte order mark. */
export function encodingOfMark(head: Uint8Array): string | undefined {
  return marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];
}

/** Fewer characters are too few to decide: every other byte of anything may be zero. */
const minUnits = 4;
const minForeignUnits = 8;

/** Controls that no text of bytes has, but that are halves of many units of UTF-16. */
const isStray = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20);
/** By byte: comparing each byte of the head of a page takes longer than much else that is done to it. */
const strays = Uint8Array.from({ length: 256 }, (_, byte) => Number(isStray(byte)));
const strayShare = 0.02;

function countStrays(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) count += strays[bytes[index] ?? 0] ?? 0;
  return count;
}

const noText = /[^\P{C}\t\n\r\ufeff\u200b-\u200f]|\ufffd|[\u3400-\u4dbf]/gu;
const maxRequiredKinds = 16;
const noTextShare = 0.02;

/** The byte order of UTF-16 without a mark, by its zeros where letters are Latin, or as the order in which it is a text. */
export function encodingOfUnits(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const units = head.length >> 1;
  const bytes = head.subarray(0, units * 2);
  // Zeros are among the strays.
  if (units < minUnits || countStrays(bytes) < bytes.length * strayShare) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    if (bytes[index] === 0) even++;
    if (bytes[index + 1] === 0) odd++;
  }
  if (odd > units * 0.4 && even < units * 0.05) return 'utf-16le';
  if (even > units * 0.4 && odd < units * 0.05) return 'utf-16be';
  return units < minForeignUnits ? undefined : orderOfForeign(bytes);
}

/** Units of other alphabets: their first halves are few different ones, in the order that makes letters of them. */
function orderOfForeign(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const orders = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(bytes);
      const damaged = text.match(noText)?.length ?? 0;
      const blocks = new Set(Array.from(text, (character) => (character.codePointAt(0) ?? 0) >> 8)).size;
      // Filler is no text: a text has letters of many kinds.
      const isVaried = new Set(text).size >= Math.min(maxRequiredKinds, text.length / 4);
      return { encoding, blocks, isText: isVaried && damaged <= text.length * noTextShare };
    })
    .filter(({ isText }) => isText)
    .toSorted((left, right) => left.blocks - right.blocks);
  return orders[0]?.encoding;
}
