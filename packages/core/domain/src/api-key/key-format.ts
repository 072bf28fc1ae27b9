import { createHash, randomBytes } from 'node:crypto';

const pattern = /^df_live_([a-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

export interface KeyParts {
  readonly id: string;
  readonly secret: string;
}

/** New parts of a key: an id that may be shown, and 256 bits that may not. */
export function createKeyParts(): KeyParts {
  return { id: randomBytes(8).toString('hex'), secret: randomBytes(32).toString('base64url') };
}

/** Returns the key as its owner stores it. */
export const writeKey = ({ id, secret }: KeyParts): string => `df_live_${id}_${secret}`;

/** The parts of a presented key; undefined when it has another form. */
export function readKey(presented: string): KeyParts | undefined {
  const [, id, secret] = pattern.exec(presented) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** Returns the id of a newly created key. */
export function idOfKey(key: string): string {
  const parts = readKey(key);
  if (!parts) throw new Error('This is no API key');
  return parts.id;
}

/** Returns the stored hash. A plain hash is sufficient for 256 random bits: they cannot be guessed. */
export const hashSecret = (secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(secret).digest());
