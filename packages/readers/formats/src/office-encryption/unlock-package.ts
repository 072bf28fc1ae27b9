import { createDecipheriv, createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { readOleStreams } from '../detect/ole-streams.ts';
import { isCompoundFile, readHead } from '../detect/signature.ts';
import { localNameOf } from '../xml/namespaces.ts';
import { elementsOf, readXml, type XmlElement } from '../xml/read-xml.ts';

/**
 * The passwords that office programs set and try themselves, where a person has only protected a file against changes: Excel's and
 * PowerPoint's. [MS-OFFCRYPTO] 4, [MS-XLS] 2.2.10.
 */
export const workbookPassword = 'VelvetSweatshop';
const defaultPasswords = [workbookPassword, '/01Hannes Ruescher/01'];

/** Parameters for decrypting the package of an encrypted office file. */
interface PackageCipher {
  /** Returns the key that belongs to a password; undefined where it is not the password of the file. */
  keyOf(password: string): Buffer | undefined;
  /** The bytes of the package, in whole blocks of the cipher. */
  decrypt(encrypted: Buffer, key: Buffer): Buffer;
}

/** A number as it is hashed: four bytes, the lowest first. */
export function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Blocks that the hash of a password is mixed with, one for each use of the key. [MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.13. */
const forVerifier = Buffer.from('fea7d2763b4b9e79', 'hex');
const forVerifierHash = Buffer.from('d7aa0f6d3061344e', 'hex');
const forKey = Buffer.from('146e0be7abacd0d6', 'hex');

const segmentLength = 4_096;
const filler = 0x36;
/** Maximum of rounds that a file may request; Office uses 100,000. */
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

/** Reads the description of agile encryption; undefined for an unknown one. [MS-OFFCRYPTO] 2.3.4.10. */
function agileCipher(description: XmlElement): PackageCipher | undefined {
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

/** Reads the description of standard encryption, as Office 2007 writes it; undefined for an unknown one. [MS-OFFCRYPTO] 2.3.4.5. */
function standardCipher(description: Buffer): PackageCipher | undefined {
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

const [agile, standard] = [4, 2];
const lengthOfSize = 8;
const blockLength = 16;

/** Files are no larger by default. */
const maxBytes = 512_000_000;
const maxDescription = 100_000;

/**
 * Returns where the package lies that an office file holds encrypted with a password that programs set and try by themselves; the file's own
 * path for any other file. Throws DOCUMENT_ENCRYPTED where a person has set the password, and DOCUMENT_UNREADABLE.
 */
export async function unlockPackage(path: string, workDirectory: string): Promise<string> {
  const head = await readHead(path);
  if (!isCompoundFile(head)) return path;
  const streams = await readOleStreams(path);
  if (!streams.has('EncryptedPackage')) return path;
  const description = await streams.read('EncryptionInfo', maxDescription).catch(() => undefined);
  const cipher = description && (await cipherOf(description));
  const key = cipher && keyOfDefault(cipher);
  if (!key)
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The file is protected by a password: save it without one and send it again',
    );
  const target = join(workDirectory, 'unlocked');
  await writeFile(target, decryptContent(await streams.read('EncryptedPackage', maxBytes), cipher, key));
  return target;
}

function keyOfDefault(cipher: PackageCipher): Buffer | undefined {
  for (const password of defaultPasswords) {
    const key = cipher.keyOf(password);
    if (key) return key;
  }
  return undefined;
}

async function cipherOf(description: Buffer): Promise<PackageCipher | undefined> {
  if (description.length < lengthOfSize) return undefined;
  const [major, minor] = [description.readUInt16LE(0), description.readUInt16LE(2)];
  if (minor === standard) return standardCipher(description);
  if (major !== agile || minor !== agile) return undefined;
  const root = await readXml(
    (async function* () {
      yield description.subarray(lengthOfSize);
    })(),
  );
  return root && agileCipher(root);
}

/** The package, cut to the size that stands before it. */
function decryptContent(content: Buffer | undefined, cipher: PackageCipher, key: Buffer): Buffer {
  const encrypted = content?.subarray(lengthOfSize) ?? Buffer.alloc(0);
  const whole = encrypted.subarray(0, encrypted.length - (encrypted.length % blockLength));
  const size = encrypted.length > 0 ? content?.readBigUInt64LE(0) : undefined;
  if (size === undefined || size > BigInt(whole.length))
    throw new AppError('DOCUMENT_UNREADABLE', 'The file is cut off: save or upload it again');
  return cipher.decrypt(whole, key).subarray(0, Number(size));
}
