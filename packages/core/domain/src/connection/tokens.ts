import type { ConnectionModel } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';

/** The tokens that a vendor issued for one connection. */
export interface ConnectionTokens {
  readonly accessToken: string;
  /** Null where the vendor issues none. */
  readonly refreshToken: string | null;
  /** Null: it does not expire, or the vendor did not say when. */
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
}

const sealedPair = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });

/** Tokens as the row `connectionId` keeps them. */
export function sealTokens(vault: Vault, connectionId: string, tokens: ConnectionTokens) {
  const { accessToken, refreshToken, accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
  const sealedTokens = vault.seal(JSON.stringify({ accessToken, refreshToken }), connectionId);
  return { sealedTokens, accessTokenExpiresAt, refreshTokenExpiresAt, tokensIssuedAt: new Date() };
}

/** A row without tokens. */
export const noTokens = {
  sealedTokens: null,
  clientId: null,
  tokensIssuedAt: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
} as const;

/** The tokens of a row; undefined when it has none. */
export function openTokens(vault: Vault, row: ConnectionModel): ConnectionTokens | undefined {
  const { id, sealedTokens, accessTokenExpiresAt, refreshTokenExpiresAt } = row;
  if (sealedTokens === null) return undefined;
  const pair = sealedPair.parse(JSON.parse(vault.open(sealedTokens, id)));
  return { ...pair, accessTokenExpiresAt, refreshTokenExpiresAt };
}
