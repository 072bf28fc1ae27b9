import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const maxReasonLength = 300;
/** Characters kept before redaction, far more than are shown: a secret that is cut here lies beyond the shown part. */
const maxSourceLength = 2_000;

/** Vendors echo keys whole (a proxy), masked (OpenAI: `sk-abc***xyz`) or as a header. */
const looksLikeKey = [
  /\b(?:Bearer|Basic)\s+\S+/gi,
  /\b(?:sk|jina)[-_][\w*.…-]{3,}[\w*…-]/gi,
  /[\w-]*\*{3,}[\w*-]*/g,
  /\b(?=\w{0,64}\d)(?=\w{0,64}[a-z])(?=\w{0,64}[A-Z])\w{24,}\b/g,
];

/** A shorter key protects nothing, and stands in ordinary words. */
const minKeyLength = 4;
/** Words are not as long: a longer match is the key, regardless of the characters around it. */
const maxWordLength = 16;

function withoutKey(sentence: string, apiKey: string): string {
  if (apiKey.length < minKeyLength) return sentence;
  if (apiKey.length > maxWordLength) return sentence.replaceAll(apiKey, '[key]');
  return sentence.replaceAll(
    new RegExp(`(?<!\\w)${apiKey.replaceAll(/[^\w]/g, String.raw`\$&`)}(?!\\w)`, 'g'),
    '[key]',
  );
}

/**
 * A vendor's sentence fit to be shown: one line of at most 300 characters, without the secrets and, unless `hidesKeys` is false, without
 * anything that looks like a key.
 */
export function redactedReason(sentence: string, secrets: readonly string[], hidesKeys = true): string {
  // The longest first: another may be a part of it.
  let reason = secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce(withoutKey, sentence.slice(0, maxSourceLength));
  if (hidesKeys) for (const pattern of looksLikeKey) reason = reason.replace(pattern, '[key]');
  reason = reason.replace(/\s+/g, ' ').trim();
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength - 1)}…` : reason;
}

/** Encrypts what the database keeps. Envelope encryption: every value has a key of its own, which the master key wraps. */
export interface Vault {
  /** Encrypts `secret` for one place (a row's id): it cannot be opened at another place. */
  seal(secret: string, place: string): Uint8Array<ArrayBuffer>;
  /** Opens what `seal` returned for the same place; throws when it was changed, moved, or sealed with a master key that is not known. */
  open(sealed: Uint8Array, place: string): string;
  /** The nine bytes that all it seals begins with: what begins otherwise was sealed with another master key. */
  readonly mark: Uint8Array<ArrayBuffer>;
  /** A key for signing things of one purpose (links to files). */
  deriveKey(purpose: string): Buffer;
}

const version = 1;
const masterKeyLength = 32;
const keyIdLength = 8;
const markLength = 1 + keyIdLength;
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

/** A master key as the vault uses it, and the first bytes of all that it seals: version and key id. */
interface MasterKey {
  readonly key: Buffer;
  readonly mark: Buffer;
}

function readMasterKey(text: string): MasterKey {
  const key = Buffer.from(text, 'base64');
  if (key.length !== masterKeyLength) throw new Error('The master key has to be 32 bytes in base64');
  const id = createHash('sha256').update('docfleet key id').update(key).digest();
  return { key, mark: Buffer.concat([Buffer.from([version]), id.subarray(0, keyIdLength)]) };
}

/** The data is bound to the key's id and to its place. */
const associatedWith = ({ mark }: MasterKey, place: string) =>
  Buffer.concat([mark.subarray(1), Buffer.from(place)]);

function openWith(masterKey: MasterKey, sealed: Uint8Array, place: string): string {
  const body = sealed.subarray(markLength);
  const associated = associatedWith(masterKey, place);
  const dataKey = decrypt(masterKey.key, body.subarray(0, boxLength(dataKeyLength)), associated);
  return decrypt(dataKey, body.subarray(boxLength(dataKeyLength)), associated).toString();
}

export interface VaultOptions {
  /** Previous keys, which can still open their values while all values are sealed anew. */
  readonly otherMasterKeys?: readonly string[];
  /** Root that signing keys are derived from, which outlives the master key; the master key itself by default. */
  readonly signingRoot?: Uint8Array;
}

/** Opens a vault with a master key: 32 random bytes in base64. AES-256-GCM; layout: version, key id, wrapped data key, data. */
export function createVault(
  masterKey: string,
  { otherMasterKeys = [], signingRoot }: VaultOptions = {},
): Vault {
  const current = readMasterKey(masterKey);
  const known = [current, ...otherMasterKeys.map(readMasterKey)];
  const root = signingRoot ?? current.key;

  return {
    mark: new Uint8Array(current.mark),
    seal(secret, place) {
      const dataKey = randomBytes(dataKeyLength);
      const associated = associatedWith(current, place);
      const wrapped = encrypt(current.key, dataKey, associated);
      const data = encrypt(dataKey, Buffer.from(secret), associated);
      return new Uint8Array(Buffer.concat([current.mark, wrapped, data]));
    },
    open(sealed, place) {
      if (sealed[0] !== version) throw new Error('The secret was sealed by a newer version');
      const sealer = known.find(({ mark }) => mark.equals(sealed.subarray(0, markLength)));
      if (!sealer) throw new Error('The secret was sealed with another master key');
      return openWith(sealer, sealed, place);
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32)),
  };
}
