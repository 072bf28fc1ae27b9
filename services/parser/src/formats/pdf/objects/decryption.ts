import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { type Dictionary, isArray, isDictionary, Name, type PdfObject } from './types.ts';

/** Undoes encryption for the strings and streams of one object. */
export interface Decryptor {
  decrypt(bytes: Uint8Array, number: number, generation: number, kind: 'string' | 'stream'): Uint8Array;
}

type Resolve = (value: PdfObject | undefined) => PdfObject;
type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256';

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const md5 = (...parts: readonly Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

/** RC4, which OpenSSL no longer has: broken as a cipher, but what old files are encrypted with. */
function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    const held = state[one] as number;
    state[one] = state[other] as number;
    state[other] = held;
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + (state[index] as number) + (key[index % key.length] as number)) & 0xff;
    swap(index, other);
  }
  let [one, other] = [0, 0];
  return Uint8Array.from(bytes, (byte) => {
    one = (one + 1) & 0xff;
    other = (other + (state[one] as number)) & 0xff;
    swap(one, other);
    return byte ^ (state[((state[one] as number) + (state[other] as number)) & 0xff] as number);
  });
}

function aes(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 32 || bytes.length % 16 !== 0) return new Uint8Array();
  const decipher = createDecipheriv(
    key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc',
    key,
    bytes.subarray(0, 16),
  );
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
  const pad = plain.at(-1) ?? 0;
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain;
}

const bytesOf = (value: PdfObject) => Buffer.from(typeof value === 'string' ? value : '', 'latin1');

interface Parameters {
  readonly revision: number;
  readonly keyBytes: number;
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly userKey: Buffer;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  readonly fileId: Buffer;
}

const password = Buffer.alloc(0);

/** The key of revisions 2 to 4 for the empty password (ISO 32000-1, algorithm 2). */
function legacyKey({ revision, keyBytes, owner, permissions, fileId, encryptsMetadata }: Parameters): Buffer {
  const permissionBytes = Buffer.alloc(4);
  permissionBytes.writeInt32LE(permissions | 0);
  const unencrypted = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = md5(padding, owner.subarray(0, 32), permissionBytes, fileId, unencrypted);
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, keyBytes));
  return key.subarray(0, keyBytes);
}

/** Whether the empty password is the user's (algorithms 4 and 5). */
function isLegacyKeyRight(key: Uint8Array, { revision, user, fileId }: Parameters): boolean {
  if (revision === 2) return Buffer.from(rc4(key, padding)).equals(user.subarray(0, 32));
  let check: Uint8Array = md5(padding, fileId);
  for (let round = 0; round < 20; round++)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return Buffer.from(check).subarray(0, 16).equals(user.subarray(0, 16));
}

/** The hash of revision 6 (ISO 32000-2, algorithm 2.B); that of revision 5 is its first step alone. */
function modernHash(salt: Uint8Array, revision: number): Buffer {
  let hash = createHash('sha256').update(password).update(salt).digest();
  if (revision < 6) return hash;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([password, hash]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block));
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32)).setAutoPadding(
      false,
    );
    const encrypted = cipher.update(repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = createHash(['sha256', 'sha384', 'sha512'][remainder] as string)
      .update(encrypted)
      .digest();
    last = encrypted.at(-1) ?? 0;
  }
  return hash.subarray(0, 32);
}

function modernKey({ revision, user, userKey }: Parameters): Buffer | undefined {
  if (!modernHash(user.subarray(32, 40), revision).equals(user.subarray(0, 32))) return undefined;
  const intermediate = modernHash(user.subarray(40, 48), revision);
  const decipher = createDecipheriv('aes-256-cbc', intermediate, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([decipher.update(userKey.subarray(0, 32)), decipher.final()]);
}

function methodOf(encryption: Dictionary, kind: 'StmF' | 'StrF', resolve: Resolve): Method {
  const version = resolve(encryption.get('V'));
  if (version === 1 || version === 2) return 'rc4';
  const name = resolve(encryption.get(kind));
  const filters = resolve(encryption.get('CF'));
  const filter = name instanceof Name && isDictionary(filters) ? resolve(filters.get(name.value)) : null;
  const method = isDictionary(filter) ? resolve(filter.get('CFM')) : null;
  const names: Record<string, Method> = { V2: 'rc4', AESV2: 'aes-128', AESV3: 'aes-256' };
  return (method instanceof Name && names[method.value]) || 'none';
}

function readParameters(encryption: Dictionary, fileId: Buffer, resolve: Resolve): Parameters {
  const number = (key: string, usual: number) => {
    const value = resolve(encryption.get(key));
    return typeof value === 'number' ? value : usual;
  };
  const version = number('V', 0);
  const keyBits = version === 1 ? 40 : version === 4 ? 128 : number('Length', 40);
  return {
    revision: number('R', 2),
    keyBytes: Math.min(16, Math.max(5, keyBits >> 3)),
    owner: bytesOf(resolve(encryption.get('O'))),
    user: bytesOf(resolve(encryption.get('U'))),
    userKey: bytesOf(resolve(encryption.get('UE'))),
    permissions: number('P', 0),
    encryptsMetadata: resolve(encryption.get('EncryptMetadata')) !== false,
    fileId,
  };
}

function findKey(parameters: Parameters): Buffer | undefined {
  if (parameters.revision >= 5) return modernKey(parameters);
  const key = legacyKey(parameters);
  return isLegacyKeyRight(key, parameters) ? key : undefined;
}

/** Each object's own key (algorithm 1). */
function objectKey(key: Uint8Array, number: number, generation: number, method: Method): Uint8Array {
  const suffix = Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8);
  const salt = method === 'aes-128' ? Buffer.from('sAlT') : Buffer.alloc(0);
  return md5(key, suffix, salt).subarray(0, Math.min(16, key.length + 5));
}

/** What opens a file that needs no password to be read. Throws DOCUMENT_ENCRYPTED where it needs one. */
export function createDecryptor(encryption: Dictionary, id: PdfObject, resolve: Resolve): Decryptor {
  const fileId = isArray(id) ? bytesOf(resolve(id[0])) : Buffer.alloc(0);
  const key = findKey(readParameters(encryption, fileId, resolve));
  if (!key)
    throw new AppError('DOCUMENT_ENCRYPTED', 'The PDF needs a password to be opened: save it without one');
  const methods = {
    stream: methodOf(encryption, 'StmF', resolve),
    string: methodOf(encryption, 'StrF', resolve),
  };
  return {
    decrypt(bytes, number, generation, kind) {
      const method = methods[kind];
      if (method === 'none') return bytes;
      if (method === 'aes-256') return aes(key, bytes);
      const own = objectKey(key, number, generation, method);
      return method === 'rc4' ? rc4(own, bytes) : aes(own, bytes);
    },
  };
}
