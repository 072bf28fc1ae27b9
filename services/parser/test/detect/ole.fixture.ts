const sector = 512;
const endOfChain = 0xffff_fffe;
const tableSector = 0xffff_fffd;

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
  ['Root Entry', ...names].forEach((name, index) => {
    const entry = 2 * sector + index * 128;
    file.write(name, entry, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, entry + 64);
  });
  return file;
}
