import { createDecipheriv, createHash } from 'node:crypto';
import { numberBytes, type PackageCipher } from './package-cipher.ts';

/** Numbers of AES with 128, 192 and 256 bits, of the hash SHA-1. [MS-OFFCRYPTO] 2.3.2. */
const aes = new Map([
  [0x660e, 128],
  [0x660f, 192],
  [0x6610, 256],
]);
const rounds = 50_000;
const headerAt = 12;
const saltLength = 16;

const sha1 = (...parts: Uint8Array[]) => createHash('sha1').update(Buffer.concat(parts)).digest();

/** Half of the key: the hash laid over a block of one byte, hashed. */
function stretch(hash: Buffer, byte: number): Buffer {
  const block = Buffer.alloc(64, byte);
  hash.forEach((value, index) => {
    block[index] = byte ^ value;
  });
  return sha1(block);
}

/** Reads the description of standard encryption, as Office 2007 writes it; undefined for what is not known. [MS-OFFCRYPTO] 2.3.4.5. */
export function standardCipher(description: Buffer): PackageCipher | undefined {
  if (description.length < headerAt + 32) return undefined;
  const verifierAt = headerAt + description.readUInt32LE(8);
  const bits = aes.get(description.readUInt32LE(headerAt + 8));
  if (bits === undefined || verifierAt + 72 > description.length) return undefined;
  const salt = description.subarray(verifierAt + 4, verifierAt + 4 + saltLength);
  const verifier = description.subarray(verifierAt + 20, verifierAt + 36);
  const verifierHash = description.subarray(verifierAt + 40, verifierAt + 72);

  const decrypt = (encrypted: Buffer, key: Buffer) => {
    const stream = createDecipheriv(`aes-${bits}-ecb`, key, null).setAutoPadding(false);
    return Buffer.concat([stream.update(encrypted), stream.final()]);
  };
  return {
    keyOf(password) {
      let hash = sha1(salt, Buffer.from(password, 'utf16le'));
      for (let round = 0; round < rounds; round++) hash = sha1(numberBytes(round), hash);
      hash = sha1(hash, numberBytes(0));
      const key = Buffer.concat([stretch(hash, 0x36), stretch(hash, 0x5c)]).subarray(0, bits / 8);
      const expected = sha1(decrypt(verifier, key));
      return decrypt(verifierHash, key).subarray(0, expected.length).equals(expected) ? key : undefined;
    },
    decrypt,
  };
}
