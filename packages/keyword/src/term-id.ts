/** A term's dimension in a sparse vector: 32-bit FNV-1a of its UTF-16 units. */
export function termId(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
