import { crc32, deflateRawSync } from 'node:zlib';

export type ZipContent = Readonly<Record<string, string | Uint8Array>>;

/** Statements of a ZIP's directory that a test falsifies. */
export interface Claims {
  /** The file that it lies about; all of them where it is left out. */
  readonly of?: string;
  readonly size?: number;
  readonly checksum?: number;
  readonly flags?: number;
}

function header(name: string, content: Uint8Array, packed: Uint8Array, claims: Claims): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(claims.flags ?? 0, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(claims.checksum ?? crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(claims.size ?? content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

/** A ZIP archive of these files, by their names. */
export function zipOf(files: ZipContent, claims: Claims = {}): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const isClaimed = claims.of === undefined || claims.of === name;
    const fields = header(name, content, packed, isClaimed ? claims : {});
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, Buffer.from(name));
    local.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length & 0xffff, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}
