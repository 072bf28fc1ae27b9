import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what the database keeps. Envelope encryption: every value has a key of its own, which the master key wraps. */
export interface Vault {
  /** Encrypts `secret` for one place (a row's id): what is moved to another place does not open. */
  seal(secret: string, place: string): Uint8Array<ArrayBuffer>;
  /** Opens what `seal` gave for the same place; throws when it was changed, moved, or sealed with another master key. */
  open(sealed: Uint8Array, place: string): string;
  /** A key for signing things of one purpose (links to files), derived from the master key. */
  deriveKey(purpose: string): Buffer;
}

const version = 1;
const keyIdLength = 8;
const nonceLength = 12;
const tagLength = 16;
const dataKeyLength = 32;
const boxLength = (plainLength: number) => nonceLength + tagLength + plainLength;

function encrypt(key: Uint8Array, plain: Uint8Array, place: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place);
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), data]);
}

function decrypt(key: Uint8Array, box: Uint8Array, place: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceLength)).setAAD(place);
  decipher.setAuthTag(box.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(box.subarray(nonceLength + tagLength)), decipher.final()]);
}

/** Opens a vault with a master key: 32 random bytes in base64. AES-256-GCM; layout: version, key id, wrapped data key, data. */
export function createVault(masterKey: string): Vault {
  const master = Buffer.from(masterKey, 'base64');
  if (master.length !== 32) throw new Error('The master key has to be 32 bytes in base64');
  const keyId = createHash('sha256')
    .update('docfleet key id')
    .update(master)
    .digest()
    .subarray(0, keyIdLength);
  const associated = (place: string) => Buffer.concat([keyId, Buffer.from(place)]);

  return {
    seal(secret, place) {
      const dataKey = randomBytes(dataKeyLength);
      const wrapped = encrypt(master, dataKey, associated(place));
      const data = encrypt(dataKey, Buffer.from(secret), associated(place));
      return new Uint8Array(Buffer.concat([Buffer.from([version]), keyId, wrapped, data]));
    },
    open(sealed, place) {
      if (sealed[0] !== version) throw new Error('The secret was sealed by a newer version');
      const body = sealed.subarray(1 + keyIdLength);
      if (!keyId.equals(sealed.subarray(1, 1 + keyIdLength)))
        throw new Error('The secret was sealed with another master key');
      const dataKey = decrypt(master, body.subarray(0, boxLength(dataKeyLength)), associated(place));
      return decrypt(dataKey, body.subarray(boxLength(dataKeyLength)), associated(place)).toString();
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32)),
  };
}
