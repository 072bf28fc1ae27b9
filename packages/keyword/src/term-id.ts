const encoder = new TextEncoder();
const { imul } = Math;

/** A term's index in sparse vectors: FNV-1a of its UTF-8, an unsigned 32-bit number. It is stored: never change it. */
export function termId(term: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(term)) hash = imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
