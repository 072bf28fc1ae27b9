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
const leastPairs = 4;

/** The byte order of UTF-16 text without a mark: where Latin letters are, every other byte is zero. */
export function encodingOfZeros(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = head.length >> 1;
  if (pairs < leastPairs) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < pairs * 2; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
}
