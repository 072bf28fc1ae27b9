import { inflateRawSync } from 'node:zlib';
import { zipOf } from '../../../../packages/readers/formats/test/zip/zip.fixture.ts';

/** Choices that a seed decides (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

/** Pieces that readers have to take care with. */
const pieces = [
  '<',
  '>',
  '&#0;',
  '&#xd800;',
  '"',
  '\\',
  '{',
  '}',
  '<!--',
  ']]>',
  '<![CDATA[',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '-1',
  '99999999999999999999',
  '1e999',
  '\0',
  '\u{ffff}',
  ' obj ',
  'endstream',
  '<< /Length 1 0 R >>',
  '(((((',
  '\\u-99999?',
  '\\bin999999 ',
  '\r\n\r\n',
  '--x',
  'A1:XFD1048576',
];

const changes: readonly ((content: Buffer, random: Random) => Buffer)[] = [
  (content, random) => {
    for (let count = 1 + random(8); count > 0; count--) content[random(content.length)] = random(256);
    return content;
  },
  (content, random) => {
    const at = random(content.length);
    content[at] = (content[at] as number) ^ (1 << random(8));
    return content;
  },
  (content, random) => content.subarray(0, random(content.length)),
  (content, random) => {
    const at = random(content.length);
    return Buffer.concat([content.subarray(0, at), content.subarray(at + 1 + random(200))]);
  },
  (content, random) => {
    const at = random(content.length);
    const part = content.subarray(at, at + 1 + random(400));
    return Buffer.concat([
      content.subarray(0, at),
      ...Array(2 + random(40)).fill(part),
      content.subarray(at),
    ]);
  },
  (content, random) => {
    const at = random(content.length);
    const piece = Buffer.from(pieces[random(pieces.length)] as string);
    return Buffer.concat([content.subarray(0, at), piece, content.subarray(at)]);
  },
  (content, random) => {
    const [from, to] = [random(content.length), random(content.length)];
    content.copy(content, to, from, from + random(300));
    return content;
  },
  (content, random) => content.fill(random(256), random(content.length), random(content.length)),
];

/** Some changes, one after the other. */
function change(content: Uint8Array, random: Random): Buffer {
  let changed = Buffer.from(content);
  for (let count = 1 + random(3); count > 0 && changed.length > 0; count--)
    changed = Buffer.from(changes[random(changes.length)]?.(changed, random) ?? changed);
  return changed;
}

/** The files of a ZIP archive, as far as its local headers state. */
function unpack(archive: Buffer): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [nameLength, offset] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files[name] = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** A document with some damage that the seed decides: to its bytes, or to a file within it where it is an archive. */
export function mutate(content: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const archive = Buffer.from(content);
  const isArchive = archive.toString('latin1', 0, 4) === 'PK\x03\x04';
  if (!isArchive || random(3) === 0) return change(content, random);
  const files = unpack(archive);
  const names = Object.keys(files).filter((name) => name !== 'mimetype');
  const name = names[random(names.length)] as string;
  return zipOf({ ...files, [name]: change(files[name] ?? new Uint8Array(), random) });
}
