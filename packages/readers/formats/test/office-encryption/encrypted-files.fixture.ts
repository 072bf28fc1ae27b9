import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { CFB } from '@e965/xlsx';
import { rc4 } from '../../src/office-encryption/unlock-workbook.ts';

const digest = (name: string, ...parts: Uint8Array[]) =>
  createHash(name).update(Buffer.concat(parts)).digest();
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

function number(value: number, length = 4): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}

function encipher(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  const stream = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([stream.update(padded), stream.final()]);
}

function compoundOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

const sized = (content: Buffer, encrypted: Buffer) =>
  Buffer.concat([number(content.length), number(0), encrypted]);

const rounds = 20;
const [forVerifier, forHash, forKey] = ['fea7d2763b4b9e79', 'd7aa0f6d3061344e', '146e0be7abacd0d6'].map(
  (hex) => Buffer.from(hex, 'hex'),
) as [Buffer, Buffer, Buffer];

/** A package as Office 2010 and later encrypt it, with fewer rounds. [MS-OFFCRYPTO] 2.3.4.10. */
export function agilePackage(content: Buffer, password: string): Buffer {
  const [salt, dataSalt, key, verifier] = [16, 16, 32, 16].map((length) => randomBytes(length)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  let hash = digest('sha512', salt, utf16(password));
  for (let round = 0; round < rounds; round++) hash = digest('sha512', number(round), hash);
  const seal = (use: Buffer, bytes: Buffer) =>
    encipher('aes-256-cbc', digest('sha512', hash, use).subarray(0, 32), salt, bytes).toString('base64');
  const common =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const secrets = `spinCount="${rounds}" saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${seal(forVerifier, verifier)}" encryptedVerifierHashValue="${seal(forHash, digest('sha512', verifier))}" encryptedKeyValue="${seal(forKey, key)}"`;
  const description = `<?xml version="1.0"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${common} saltValue="${dataSalt.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey ${common} ${secrets}/></keyEncryptor></keyEncryptors></encryption>`;
  const segments: Buffer[] = [];
  for (let start = 0; start < content.length; start += 4_096) {
    const iv = digest('sha512', dataSalt, number(segments.length)).subarray(0, 16);
    segments.push(encipher('aes-256-cbc', key, iv, content.subarray(start, start + 4_096)));
  }
  return compoundOf({
    EncryptionInfo: Buffer.concat([number(4, 2), number(4, 2), number(0x40), Buffer.from(description)]),
    EncryptedPackage: sized(content, Buffer.concat(segments)),
  });
}

function stretch(hash: Buffer, byte: number): Buffer {
  return digest(
    'sha1',
    Buffer.alloc(64, byte).map((value, index) => value ^ (hash[index] ?? 0)),
  );
}

/** A package as Office 2007 encrypts it. [MS-OFFCRYPTO] 2.3.4.5. */
export function standardPackage(content: Buffer, password: string): Buffer {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  let hash = digest('sha1', salt, utf16(password));
  for (let round = 0; round < 50_000; round++) hash = digest('sha1', number(round), hash);
  hash = digest('sha1', hash, number(0));
  const key = Buffer.concat([stretch(hash, 0x36), stretch(hash, 0x5c)]).subarray(0, 16);
  const seal = (bytes: Buffer) => encipher('aes-128-ecb', key, null, bytes);
  const header = Buffer.concat([0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0, 0].map((value) => number(value)));
  const proof = [number(16), salt, seal(verifier), number(20), seal(digest('sha1', verifier))];
  const head = [number(3, 2), number(2, 2), number(0x24), number(header.length), header];
  return compoundOf({
    EncryptionInfo: Buffer.concat([...head, ...proof]),
    EncryptedPackage: sized(content, seal(content)),
  });
}

const plain = new Set([0x0809, 0x002f]);
const filePassLength = 4;

/** Passes each byte that is encrypted in a workbook stream, with its place and the length of its record. */
function encryptRecords(
  stream: Buffer,
  encrypt: (byte: number, place: number, length: number) => number,
): Buffer {
  const result = Buffer.from(stream);
  for (let at = 0; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const from = at + 4 + (type === 0x0085 ? 4 : 0);
    for (let place = from; place < at + 4 + length && !plain.has(type); place++)
      result[place] = encrypt(stream[place] as number, place, length);
    at += 4 + length;
  }
  return result;
}

/** An XLS whose workbook stream begins with the record that describes how it is encrypted, and is. */
function protectedXls(
  xls: Buffer,
  description: Buffer,
  encrypt: (byte: number, place: number, length: number) => number,
): Buffer {
  const stream = Buffer.from(CFB.find(CFB.read(xls, { type: 'buffer' }), '/Workbook')?.content as Uint8Array);
  const record = Buffer.concat([number(0x2f, 2), number(description.length, 2), description]);
  const afterBof = filePassLength + stream.readUInt16LE(2);
  const moved = Buffer.concat([stream.subarray(0, afterBof), record, stream.subarray(afterBof)]);
  // Offsets of sheets count from the beginning of the stream.
  for (let at = 0; at + 4 <= moved.length; at += 4 + moved.readUInt16LE(at + 2))
    if (moved.readUInt16LE(at) === 0x0085)
      moved.writeUInt32LE(moved.readUInt32LE(at + 4) + record.length, at + 4);
  return compoundOf({ Workbook: encryptRecords(moved, encrypt) });
}

function byRc4(keyOf: (block: number) => Buffer) {
  const streams = new Map<number, Uint8Array>();
  return (byte: number, place: number): number => {
    const block = Math.floor(place / 1_024);
    const stream = streams.get(block) ?? rc4(keyOf(block), 1_024);
    streams.set(block, stream);
    return byte ^ (stream[place % 1_024] as number);
  };
}

const seal = (key: Buffer, ...parts: Buffer[]) => {
  const all = Buffer.concat(parts);
  const stream = rc4(key, all.length);
  return all.map((byte, index) => byte ^ (stream[index] as number));
};

/** An XLS as Excel 97 and 2000 encrypt it. [MS-OFFCRYPTO] 2.3.6. */
export function rc4Xls(xls: Buffer, password: string): Buffer {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const short = digest('md5', utf16(password)).subarray(0, 5);
  const mixed = digest('md5', ...Array(16).fill(Buffer.concat([short, salt]))).subarray(0, 5);
  const keyOf = (block: number) => digest('md5', mixed, number(block));
  const proof = seal(keyOf(0), verifier, digest('md5', verifier));
  return protectedXls(
    xls,
    Buffer.concat([number(1, 2), number(1, 2), number(1, 2), salt, proof]),
    byRc4(keyOf),
  );
}

/** An XLS as Excel 2002 and later encrypt it. [MS-OFFCRYPTO] 2.3.5. */
export function cryptoApiXls(xls: Buffer, password: string, bits: number): Buffer {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const hash = digest('sha1', salt, utf16(password));
  const keyOf = (block: number) => {
    const key = digest('sha1', hash, number(block)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  const sealed = seal(keyOf(0), verifier, digest('sha1', verifier));
  const header = Buffer.concat([4, 0, 0x6801, 0x8004, bits, 1, 0, 0, 0].map((value) => number(value)));
  const proof = [number(16), salt, sealed.subarray(0, 16), number(20), sealed.subarray(16)];
  const head = [number(1, 2), number(2, 2), number(2, 2), number(4), number(header.length), header];
  return protectedXls(xls, Buffer.concat([...head, ...proof]), byRc4(keyOf));
}

/** An XLS as Excel 95 obfuscates it, with what that makes of `VelvetSweatshop`. [MS-OFFCRYPTO] 2.3.7. */
export function xorXls(xls: Buffer): Buffer {
  const mask = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');
  const encrypt = (byte: number, place: number, length: number) =>
    (((byte << 5) | (byte >> 3)) & 0xff) ^ (mask[(place + length) % 16] as number);
  return protectedXls(xls, Buffer.concat([number(0, 2), number(0xb359, 2), number(0x9a0a, 2)]), encrypt);
}
