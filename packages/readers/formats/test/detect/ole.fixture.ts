const sector = 512;
const endOfChain = 0xffff_fffe;
const tableSector = 0xffff_fffd;

/** Returns the offset of the directory entry of a stream in such a file, in bytes; the root is 0. */
export const entryAt = (index: number) => 2 * sector + index * 128;

/** A compound file with nothing but a directory that names these streams. */
export function oleOf(...names: string[]): Buffer {
  const file = Buffer.alloc(3 * sector);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(endOfChain, 68);
  file.fill(0xff, 76, sector);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, sector, 2 * sector);
  file.writeUInt32LE(tableSector, sector);
  file.writeUInt32LE(endOfChain, sector + 4);
  const all = ['Root Entry', ...names];
  all.forEach((name, index) => {
    const entry = entryAt(index);
    file.write(name, entry, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, entry + 64);
    // Each is the right neighbor of the one before, and the first of them the child of the root.
    file.fill(0xff, entry + 68, entry + 80);
    if (index === 0 || index < all.length - 1) file.writeUInt32LE(index + 1, entry + (index === 0 ? 76 : 72));
  });
  return file;
}
