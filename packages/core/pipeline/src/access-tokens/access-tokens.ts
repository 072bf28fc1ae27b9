import { type AuthorizedConnection, readAuthorizedConnection } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import { createRenewal, type RenewalContext } from './renewal.ts';

const renewBeforeMs = 5 * 60_000;
/** A vendor that refuses a token younger than this refuses no stale one: another would not help. */
const youngMs = 30_000;

/**
 * The access token to call a vendor with; `after401` when the vendor has just refused the last one: who is refused again after that
 * stops. Rejects with CONNECTION_UNAUTHORIZED when its user has to authorize again, PROVIDER_REJECTED when the namespace's client
 * is refused, and the retryable errors of the vendor.
 */
export type GetAccessToken = (after401?: boolean) => Promise<string>;

/** The tokens of all connections that a process calls vendors for. */
export interface AccessTokens {
  of(connectionId: string): GetAccessToken;
}

/**
 * Tests whether a token is due for renewal: in the last fifth of its lifetime, or five minutes before its end if it lives longer than ten.
 */
function isStale({ tokensIssuedAt }: AuthorizedConnection, endsAt: Date, now: number): boolean {
  const left = endsAt.getTime() - now;
  const life = endsAt.getTime() - (tokensIssuedAt?.getTime() ?? now);
  return left < Math.max(life / 5, Math.min(renewBeforeMs, life / 2));
}

const isYoung = ({ tokensIssuedAt }: AuthorizedConnection, now: number) =>
  tokensIssuedAt !== null && now - tokensIssuedAt.getTime() < youngMs;

/** Opens the tokens of a process. Tokens are read from the database at each call, so that a revoked connection stops at once. */
export function createAccessTokens(context: RenewalContext): AccessTokens {
  const { database, vault } = context;
  const renew = createRenewal(context);

  async function renewInTime(connection: AuthorizedConnection, endsAt: Date): Promise<AuthorizedConnection> {
    try {
      return await renew(connection);
    } catch (error) {
      // The token is good for a while: a vendor that cannot answer now is asked again by the next call.
      if (error instanceof AppError && error.retryable && endsAt.getTime() > Date.now()) return connection;
      throw error;
    }
  }

  return {
    of:
      (connectionId) =>
      async (after401 = false) => {
        const connection = await readAuthorizedConnection(database, vault, connectionId);
        // A token that its owner entered does not end by itself, and nothing renews it.
        const isEntered = connection.settings !== null && connection.tokens.refreshToken === null;
        if (isEntered) return connection.tokens.accessToken;
        const now = Date.now();
        if (after401 && !isYoung(connection, now)) return (await renew(connection)).tokens.accessToken;
        const { accessTokenExpiresAt: endsAt } = connection.tokens;
        const isDue = endsAt !== null && isStale(connection, endsAt, now);
        return (isDue ? await renewInTime(connection, endsAt) : connection).tokens.accessToken;
      },
  };
}
