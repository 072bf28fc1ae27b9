const encoder = new TextEncoder();
const { imul } = Math;
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function hashUtf8(term: string): number {
  let hash = offsetBasis;
  for (const byte of encoder.encode(term)) hash = imul(hash ^ byte, prime);
  return hash >>> 0;
}

/** A term's index in sparse vectors: FNV-1a of its UTF-8, an unsigned 32-bit number. It is stored: never change it. */
export function termId(term: string): number {
  let hash = offsetBasis;
  for (let index = 0; index < term.length; index += 1) {
    const code = term.charCodeAt(index);
    // One byte in UTF-8; most terms are of such letters alone, and encoding them would cost ten times as much.
    if (code > 0x7f) return hashUtf8(term);
    hash = imul(hash ^ code, prime);
  }
  return hash >>> 0;
}
