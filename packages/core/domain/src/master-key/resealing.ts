import type { Vault } from '@docfleet/secrets';

/** The result of resealing one column. */
export interface Resealing {
  /** Table and column. */
  readonly name: string;
  readonly resealed: number;
  /** Values that no known key opens; they are left unchanged. */
  readonly unreadable: number;
}

export const rowsPerStatement = 200;

/** Returns the secret; undefined if no known key opens it. */
export function openOrUndefined(vault: Vault, sealed: Uint8Array, place: string): string | undefined {
  try {
    return vault.open(sealed, place);
  } catch {
    return undefined;
  }
}
