import { createDecipheriv, createHash } from 'node:crypto';
import type { XmlElement } from '../xml/element.ts';
import { elementsOf } from '../xml/element.ts';
import { localNameOf } from '../xml/namespaces.ts';
import { numberBytes, type PackageCipher } from './package-cipher.ts';

/** Blocks that the hash of a password is mixed with, one for each use of the key. [MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.13. */
const forVerifier = Buffer.from('fea7d2763b4b9e79', 'hex');
const forVerifierHash = Buffer.from('d7aa0f6d3061344e', 'hex');
const forKey = Buffer.from('146e0be7abacd0d6', 'hex');

const segmentLength = 4_096;
const filler = 0x36;
/** The most that a file may ask for; Office asks for 100,000. */
const maxRounds = 10_000_000;

interface Parameters {
  readonly hash: string;
  readonly cipher: string;
  readonly keyLength: number;
  readonly blockLength: number;
  readonly salt: Buffer;
}

const hashes = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512']);
const keyBits = new Set(['128', '192', '256']);

/** Parameters of AES with chained blocks, which is what Office writes; undefined for any other cipher. */
function parametersOf(element: XmlElement | undefined): Parameters | undefined {
  if (!element) return undefined;
  const { hashAlgorithm = '', cipherAlgorithm, cipherChaining, saltValue = '' } = element.attributes;
  const bits = element.attributes['keyBits'] ?? '';
  const hash = hashAlgorithm.replace('-', '').toLowerCase();
  const isKnown = hashes.has(hash) && keyBits.has(bits) && cipherAlgorithm === 'AES';
  if (!isKnown || cipherChaining !== 'ChainingModeCBC') return undefined;
  const salt = Buffer.from(saltValue, 'base64');
  return { hash, cipher: `aes-${bits}-cbc`, keyLength: Number(bits) / 8, blockLength: 16, salt };
}

function findLocal(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const found = localNameOf(child.name) === name ? child : findLocal(child, name);
    if (found) return found;
  }
  return undefined;
}

const digest = (hash: string, ...parts: Uint8Array[]) =>
  createHash(hash).update(Buffer.concat(parts)).digest();

function fit(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, filler)]);
}

function decipher({ cipher, blockLength }: Parameters, key: Buffer, iv: Buffer, bytes: Buffer): Buffer {
  const stream = createDecipheriv(cipher, key, fit(iv, blockLength)).setAutoPadding(false);
  return Buffer.concat([stream.update(bytes), stream.final()]);
}

function hashPassword({ hash, salt }: Parameters, password: string, rounds: number): Buffer {
  let result = digest(hash, salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < rounds; round++) result = digest(hash, numberBytes(round), result);
  return result;
}

/** Reads the description of agile encryption; undefined for what is not known. [MS-OFFCRYPTO] 2.3.4.10. */
export function agileCipher(description: XmlElement): PackageCipher | undefined {
  const data = parametersOf(findLocal(description, 'keyData'));
  const entry = findLocal(description, 'encryptedKey');
  const parameters = parametersOf(entry);
  const rounds = Number(entry?.attributes['spinCount']);
  if (!entry || !data || !parameters || !(rounds >= 0 && rounds <= maxRounds)) return undefined;
  const secretOf = (name: string) => Buffer.from(entry.attributes[name] ?? '', 'base64');
  return {
    keyOf(password) {
      const hashed = hashPassword(parameters, password, rounds);
      const open = (use: Buffer, name: string) => {
        const key = fit(digest(parameters.hash, hashed, use), parameters.keyLength);
        return decipher(parameters, key, parameters.salt, secretOf(name));
      };
      const expected = digest(parameters.hash, open(forVerifier, 'encryptedVerifierHashInput'));
      const stated = open(forVerifierHash, 'encryptedVerifierHashValue');
      if (!stated.subarray(0, expected.length).equals(expected)) return undefined;
      return fit(open(forKey, 'encryptedKeyValue'), data.keyLength);
    },
    decrypt(encrypted, key) {
      const segments: Buffer[] = [];
      for (let start = 0; start < encrypted.length; start += segmentLength) {
        const iv = digest(data.hash, data.salt, numberBytes(segments.length));
        segments.push(decipher(data, key, iv, encrypted.subarray(start, start + segmentLength)));
      }
      return Buffer.concat(segments);
    },
  };
}
