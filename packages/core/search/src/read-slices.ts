import type { Readable } from 'node:stream';

interface Slice {
  readonly start: number;
  readonly end: number;
}

/**
 * Texts that lie between positions of a text file, in UTF-16 units; slices may overlap, and come in the order of their starts. The
 * file is read once, as far as the last of them, and nothing else of it is held.
 */
export async function readSlices(body: Readable, slices: readonly Slice[]): Promise<string[]> {
  const texts = slices.map(() => '');
  const lastEnd = Math.max(0, ...slices.map(({ end }) => end));
  let offset = 0;
  let first = 0;
  // A stream's decoder returns whole characters only.
  for await (const part of body.setEncoding('utf8') as AsyncIterable<string>) {
    const partEnd = offset + part.length;
    for (let index = first; index < slices.length; index += 1) {
      const { start, end } = slices[index] as Slice;
      if (start >= partEnd) break;
      texts[index] += part.slice(Math.max(0, start - offset), Math.max(0, end - offset));
      if (index === first && end <= partEnd) first += 1;
    }
    offset = partEnd;
    if (offset >= lastEnd) break;
  }
  return texts;
}
