import { AppError } from '@docfleet/errors';
import { refuseTooLarge } from './too-large.ts';

const maxPages = 2_000;
const entryLength = 12;
const [imageWidth, imageLength] = [256, 257];
const shortType = 3;

const damaged = () =>
  new AppError('DOCUMENT_UNREADABLE', 'The TIFF file is cut off or damaged: save or upload it again');

function numbersOf(bytes: Buffer) {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const within = (offset: number, length: number) => {
    if (offset < 0 || offset + length > bytes.length) throw damaged();
  };
  return {
    short(offset: number): number {
      within(offset, 2);
      return isLittle ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
    },
    long(offset: number): number {
      within(offset, 4);
      return isLittle ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
    },
    setLong: (offset: number, value: number) =>
      isLittle ? bytes.writeUInt32LE(value, offset) : bytes.writeUInt32BE(value, offset),
  };
}

/**
 * Yields the bytes once for each page of a TIFF, with that page as the first one, which is all that readers of images look for. Each result
 * is valid until the next is requested. Layout: TIFF 6.0, section 2. Throws DOCUMENT_UNREADABLE and DOCUMENT_TOO_COMPLEX.
 */
export function* tiffPages(file: Uint8Array): Generator<Uint8Array> {
  const bytes = Buffer.from(file);
  const { short, long, setLong } = numbersOf(bytes);
  const seen = new Set<number>();
  for (let directory = long(4); directory !== 0; ) {
    if (seen.has(directory) || seen.size === maxPages) throw damaged();
    seen.add(directory);
    const entries = short(directory);
    const size = { width: 0, height: 0 };
    for (let entry = directory + 2; entry < directory + 2 + entries * entryLength; entry += entryLength) {
      const tag = short(entry);
      const value = () => (short(entry + 2) === shortType ? short(entry + 8) : long(entry + 8));
      if (tag === imageWidth) size.width = value();
      if (tag === imageLength) size.height = value();
    }
    refuseTooLarge(size.width, size.height);
    const next = long(directory + 2 + entries * entryLength);
    setLong(4, directory);
    yield bytes;
    directory = next;
  }
}
