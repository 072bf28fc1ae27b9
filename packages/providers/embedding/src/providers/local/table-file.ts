import { fileURLToPath } from 'node:url';

/** Of a word's vector. */
export const dimensions = 100;

export const tablePath = fileURLToPath(new URL('static-1024.bin', import.meta.url));

/** Words from the commonest to the rarest; row i of `vectors` is the direction of word i. */
export interface WordTable {
  readonly words: readonly string[];
  readonly vectors: Int8Array;
}

const headerBytes = 8;

/** Layout: number of words and bytes of the word list (both uint32, little-endian), the words with a line feed between them, the rows. */
export function encodeTable(rows: readonly { word: string; vector: Int8Array }[]): Buffer {
  const words = Buffer.from(rows.map(({ word }) => word).join('\n'));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(rows.length, 0);
  header.writeUInt32LE(words.length, 4);
  return Buffer.concat([header, words, ...rows.map(({ vector }) => Buffer.from(vector.buffer))]);
}

/** Reads what encodeTable wrote; the vectors stay where they are. */
export function decodeTable(file: Buffer): WordTable {
  const count = file.readUInt32LE(0);
  const start = headerBytes + file.readUInt32LE(4);
  if (file.length !== start + count * dimensions) throw new Error('The word table is damaged');
  return {
    words: file.toString('utf8', headerBytes, start).split('\n'),
    vectors: new Int8Array(file.buffer, file.byteOffset + start, count * dimensions),
  };
}
