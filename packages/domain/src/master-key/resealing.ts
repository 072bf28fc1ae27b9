import type { Vault } from '@docfleet/secrets';

/** What came of sealing the values of one place anew. */
export interface Resealing {
  /** Table and column. */
  readonly name: string;
  readonly resealed: number;
  /** Values that no known key opens; they are left as they are. */
  readonly unreadable: number;
}

export const rowsPerStatement = 200;

/** The secret; undefined where no known key opens it. */
export function openOrUndefined(vault: Vault, sealed: Uint8Array, place: string): string | undefined {
  try {
    return vault.open(sealed, place);
  } catch {
    return undefined;
  }
}
