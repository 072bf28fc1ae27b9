/** How the package of an encrypted office file is decrypted. */
export interface PackageCipher {
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
