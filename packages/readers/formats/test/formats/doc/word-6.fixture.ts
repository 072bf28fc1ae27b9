import { entryAt, oleOf } from '../../detect/ole.fixture.ts';

const sector = 512;
const endOfChain = 0xffff_fffe;
/** Shorter streams lie elsewhere. */
const streamLength = 4_096;
const textAt = 0x300;

/** Versions by the number that their files hold. */
const versions = { 'Word 6': 101, 'Word 95': 104 };
export type OldWord = keyof typeof versions;
export const oldWords = Object.keys(versions) as OldWord[];

/** The main stream as those versions wrote it: a block with the places of all else, and bytes of Windows-1252. */
function mainStream(version: OldWord, text: string): Buffer {
  const stream = Buffer.alloc(streamLength);
  const bytes = Buffer.from(text, 'latin1');
  stream.writeUInt16LE(0xa5dc, 0);
  stream.writeUInt16LE(versions[version], 2);
  stream.writeUInt16LE(0x0409, 6);
  stream.writeUInt16LE(versions[version], 12);
  stream.writeUInt32LE(textAt, 24);
  stream.writeUInt32LE(textAt + bytes.length, 28);
  stream.writeUInt32LE(streamLength, 32);
  stream.writeUInt32LE(bytes.length, 52);
  stream.set(bytes, textAt);
  return stream;
}

/** A document of a version before Word 97, which nothing writes any more; paragraphs end with a carriage return. */
export function oldWordFile(version: OldWord, text: string): Buffer {
  const head = oleOf('WordDocument');
  head.writeUInt16LE(0x3e, 24);
  head.writeUInt16LE(3, 26);
  head.writeUInt16LE(0xfffe, 28);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(streamLength, 56);
  head.writeUInt32LE(endOfChain, 60);
  const [first, last] = [2, 1 + streamLength / sector];
  for (let at = first; at <= last; at += 1)
    head.writeUInt32LE(at === last ? endOfChain : at + 1, sector + 4 * at);
  head.writeUInt8(5, entryAt(0) + 66);
  head.writeUInt32LE(endOfChain, entryAt(0) + 116);
  head.writeUInt8(2, entryAt(1) + 66);
  head.writeUInt32LE(first, entryAt(1) + 116);
  head.writeUInt32LE(streamLength, entryAt(1) + 120);
  return Buffer.concat([head, mainStream(version, text)]);
}
