/** Words that follow one another, which are compared as one. */
const shingleLength = 3;
/** Number of lowest hashes in the sketch of a text; this many estimate a similarity within some hundredths. */
const sketchSize = 64;
const bytesOfHash = 4;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Its low bits alone are spread well: they are mixed into the others, by which hashes are ordered.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const maxComparedLength = 200_000;

/** Words without digits and addresses, which pages that say the same differ by: times, counts, numbers of requests. */
const wordsOf = (text: string) =>
  text
    .slice(0, maxComparedLength)
    .toLowerCase()
    .replace(/\]\([^)]*\)|https?:\S+|\/\S+/g, ' ')
    .match(/\p{L}+/gu) ?? [];

/**
 * A short description of a text, by which two are compared without either: the lowest hashes of its runs of three words (Broder, 1997),
 * in base64.
 */
export function sketchOf(text: string): string {
  const words = wordsOf(text);
  const hashes = new Set<number>();
  for (let index = 0; index < Math.max(1, words.length - shingleLength + 1); index += 1)
    hashes.add(hashOf(words.slice(index, index + shingleLength).join(' ')));
  const lowest = [...hashes].sort((a, b) => a - b).slice(0, sketchSize);
  const bytes = Buffer.alloc(lowest.length * bytesOfHash);
  for (const [index, hash] of lowest.entries()) bytes.writeUInt32BE(hash, index * bytesOfHash);
  return bytes.toString('base64');
}

function hashesOf(sketch: string): number[] {
  const bytes = Buffer.from(sketch, 'base64');
  return Array.from({ length: Math.floor(bytes.length / bytesOfHash) }, (_, index) =>
    bytes.readUInt32BE(index * bytesOfHash),
  );
}

/** Returns the share of two texts that is the same, from 0 to 1, by their sketches. */
export function resemblance(one: string, other: string): number {
  const [first, second] = [hashesOf(one), hashesOf(other)];
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  const lowest = [...new Set([...first, ...second])].sort((a, b) => a - b).slice(0, sketchSize);
  const shared = lowest.filter((hash) => inFirst.has(hash) && inSecond.has(hash)).length;
  return lowest.length === 0 ? 1 : shared / lowest.length;
}
