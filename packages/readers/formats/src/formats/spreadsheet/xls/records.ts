/** A record of the workbook stream of XLS. [MS-XLS] 2.1.4. */
export interface XlsRecord {
  readonly type: number;
  readonly body: Buffer;
  /** Offset in the stream, in bytes. */
  readonly at: number;
}

const headerLength = 4;

/** The records of a stream in their order; one that is cut off is the last. */
export function* recordsOf(stream: Uint8Array): Generator<XlsRecord> {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerLength <= bytes.length; ) {
    const [type, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    yield { type, body: bytes.subarray(at + headerLength, at + headerLength + length), at };
    at += headerLength + length;
  }
}

/** Reads a number of characters of one or two bytes; fewer if the record ends before. */
export const readCharacters = (body: Buffer, at: number, count: number, isWide: boolean): string =>
  isWide ? body.toString('utf16le', at, at + 2 * count) : body.toString('latin1', at, at + count);

/** A number of two bytes; 0 where the record ends before. */
export const readShort = (body: Buffer, at: number): number =>
  at + 2 <= body.length ? body.readUInt16LE(at) : 0;
