import { randomBytes } from 'node:crypto';

/** The prefix and the 24 to 64 random bytes of https://www.standardwebhooks.com. */
const prefix = 'whsec_';
const keyBytes = 32;
const shownCharacters = 4;

/** A new key that signs what a webhook is sent: `whsec_` and 32 random bytes in base64. */
export const createSigningKey = (): string => `${prefix}${randomBytes(keyBytes).toString('base64')}`;

/** Returns the part of an existing key that may be shown. */
export const maskSigningKey = (key: string): string => `${prefix}****${key.slice(-shownCharacters)}`;
