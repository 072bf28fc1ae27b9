import { createHash } from 'node:crypto';
import { numberBytes, workbookPassword } from './unlock-package.ts';

/** The first bytes of the stream that RC4 makes of a key; Node's own OpenSSL no longer has it. */
export function rc4(key: Uint8Array, length: number): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 0xff] as number;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one] = at(other);
    state[other] = kept;
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] as number)) & 0xff;
    swap(index, other);
  }
  const bytes = new Uint8Array(length);
  for (let index = 0, one = 0, other = 0; index < length; index++) {
    one = (one + 1) & 0xff;
    other = (other + at(one)) & 0xff;
    swap(one, other);
    bytes[index] = at(at(one) + at(other));
  }
  return bytes;
}

/** Records of the workbook stream of XLS, which begin with their type and length, two bytes each. [MS-XLS] 2.3. */
const headerLength = 4;
const filePass = 0x002f;
const sheetRecord = 0x0085;
/** A type that stands for nothing, which readers pass over. */
const unknownRecord = 0x7fff;
/** Records that are never encrypted. [MS-XLS] 2.2.10. */
const plain = new Set([0x0809, filePass, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** In the record of a sheet, the offset of the sheet is not encrypted. */
const plainOfSheet = 4;

const blockLength = 1_024;
const password = Buffer.from(workbookPassword, 'utf16le');
const [byXor, byRc4] = [0, 1];

/** Key, verifier and byte sequence that the oldest encryption, by XOR, derives from Excel's own password. [MS-OFFCRYPTO] 2.3.7. */
const [xorKey, xorVerifier] = [0xb359, 0x9a0a];
const xorBytes = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');

/** Returns what a byte was, by its place in the stream and the length of its record. */
type Decrypt = (byte: number, place: number, lengthOfRecord: number) => number;

/**
 * Decrypts a workbook stream in place, where it is encrypted with the password that Excel sets and tries by itself; does nothing with any other
 * stream.
 */
export function unlockWorkbook(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let decrypt: Decrypt | undefined;
  for (let at = 0; at + headerLength <= stream.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const start = at + headerLength;
    const end = Math.min(stream.length, start + length);
    if (type === filePass && !decrypt) {
      decrypt = decryptorOf(Buffer.from(stream.subarray(start, end)));
      if (!decrypt) return;
      view.setUint16(at, unknownRecord, true);
    } else if (decrypt && !plain.has(type)) {
      const from = start + (type === sheetRecord ? plainOfSheet : 0);
      for (let place = from; place < end; place++)
        stream[place] = decrypt(stream[place] as number, place, length);
    }
    at = start + length;
  }
}

/** Returns the cipher of the stream whose description is given; undefined where its password or its algorithm is another. */
function decryptorOf(description: Buffer): Decrypt | undefined {
  // Excel 95 knew one way alone, and does not name it.
  const named =
    description.length === 4 ? Buffer.concat([Buffer.from([byXor, 0]), description]) : description;
  if (named.length < 6) return undefined;
  const kind = named.readUInt16LE(0);
  if (kind === byXor) {
    const isOurs = named.readUInt16LE(2) === xorKey && named.readUInt16LE(4) === xorVerifier;
    return isOurs ? decryptXor : undefined;
  }
  const keyOf = kind === byRc4 ? rc4KeyOf(description) : undefined;
  return keyOf && createStream(keyOf);
}

function decryptXor(byte: number, place: number, lengthOfRecord: number): number {
  const mixed = byte ^ (xorBytes[(place + lengthOfRecord) % xorBytes.length] as number);
  return ((mixed >> 5) | (mixed << 3)) & 0xff;
}

/** A stream that begins anew with each block, with a key of its own. */
function createStream(keyOf: (block: number) => Uint8Array): Decrypt {
  let block = -1;
  let bytes: Uint8Array = new Uint8Array();
  return (byte, place) => {
    const needed = Math.floor(place / blockLength);
    if (needed !== block) [block, bytes] = [needed, rc4(keyOf(needed), blockLength)];
    return byte ^ (bytes[place % blockLength] as number);
  };
}

type KeyOfBlock = (block: number) => Buffer;

/** The keys by which RC4 has encrypted, where Excel's own password fits the verifier. [MS-OFFCRYPTO] 2.3.5, 2.3.6. */
function rc4KeyOf(description: Buffer): KeyOfBlock | undefined {
  const [major, minor] = [description.readUInt16LE(2), description.readUInt16LE(4)];
  if (major === 1 && minor === 1) return keyOfOldRc4(description);
  return minor === 2 ? keyOfCryptoApi(description) : undefined;
}

const digest = (hash: string, ...parts: Uint8Array[]) =>
  createHash(hash).update(Buffer.concat(parts)).digest();

function isVerified(hash: string, key: Buffer, verifier: Buffer, stated: Buffer): boolean {
  const stream = rc4(key, verifier.length + stated.length);
  const open = (bytes: Buffer, from: number) =>
    Buffer.from(bytes.map((byte, index) => byte ^ (stream[from + index] as number)));
  return digest(hash, open(verifier, 0)).equals(open(stated, verifier.length));
}

function keyOfOldRc4(description: Buffer): KeyOfBlock | undefined {
  const [salt, verifier, stated] = [6, 22, 38].map((at) => description.subarray(at, at + 16)) as Triple;
  const short = digest('md5', password).subarray(0, 5);
  const mixed = digest('md5', ...Array.from({ length: 16 }, () => [short, salt]).flat()).subarray(0, 5);
  const keyOf = (block: number) => digest('md5', mixed, numberBytes(block));
  return isVerified('md5', keyOf(0), verifier, stated) ? keyOf : undefined;
}

type Triple = [Buffer, Buffer, Buffer];
const headerAt = 14;
const shortKey = 5;
const longKey = 16;

function keyOfCryptoApi(description: Buffer): KeyOfBlock | undefined {
  if (description.length < headerAt + 20) return undefined;
  const verifierAt = headerAt + description.readUInt32LE(10);
  const length = description.readUInt32LE(headerAt + 16) / 8 || shortKey;
  if (verifierAt + 60 > description.length || length > longKey) return undefined;
  const salt = description.subarray(verifierAt + 4, verifierAt + 20);
  const hash = digest('sha1', salt, password);
  const keyOf = (block: number) => {
    const key = digest('sha1', hash, numberBytes(block)).subarray(0, length);
    // Keys of 40 bits are filled up with zeros.
    return length === shortKey ? Buffer.concat([key, Buffer.alloc(longKey - shortKey)]) : key;
  };
  const [verifier, stated] = [20, 40].map((at) =>
    description.subarray(verifierAt + at, verifierAt + at + (at === 20 ? 16 : 20)),
  ) as [Buffer, Buffer];
  return isVerified('sha1', keyOf(0), verifier, stated) ? keyOf : undefined;
}
