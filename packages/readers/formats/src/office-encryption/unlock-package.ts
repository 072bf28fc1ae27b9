import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { readOleStreams } from '../detect/ole-streams.ts';
import { readHead } from '../detect/signature.ts';
import { readXml } from '../xml/read-xml.ts';
import { agileCipher } from './agile-cipher.ts';
import { defaultPasswords } from './default-passwords.ts';
import type { PackageCipher } from './package-cipher.ts';
import { standardCipher } from './standard-cipher.ts';

/** How compound files begin. [MS-CFB] 2.2. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
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
  if (!compound.equals(head.subarray(0, compound.length))) return path;
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
