import { type OAuthOverrides, vendorOf } from '@docfleet/connectors';
import {
  type AuthorizedConnection,
  type ConnectionTokens,
  type Renewal,
  readAuthorizedConnection,
  renewTokens,
} from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import {
  clientOf,
  type EndpointContext,
  type OAuthClient,
  type OAuthVendor,
  refreshTokens,
} from '@docfleet/oauth';
import type { Vault } from '@docfleet/secrets';

interface RenewalContext extends EndpointContext {
  readonly database: Database;
  readonly vault: Vault;
  readonly overrides?: OAuthOverrides;
  /** Requests a token for credentials that replace a consent; undefined where the credentials are the token. */
  readonly requestToken?: (
    entered: Pick<AuthorizedConnection, 'connector' | 'settings'> & { readonly secret: string },
  ) => Promise<IssuedToken> | undefined;
  /** Notified of each renewal that has ended: `ended` when its user has to authorize again, `failed` when it may be tried again. */
  readonly onRenewal?: (connector: string, outcome: 'renewed' | 'ended' | 'failed') => void;
}

/** A token of a connection without a consent: it is requested anew when it ends. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
}

const again = 'authorize the connection again';

/** Tokens of a connection without a consent: the entered credential takes the place of the refresh token. */
export const tokensOf = (secret: string, issued: IssuedToken): ConnectionTokens => ({
  ...issued,
  refreshToken: secret,
  refreshTokenExpiresAt: null,
});

/** Requests another token for the entered credentials, once the connection's row is locked. */
async function requestAgain(
  { connector, settings, tokens: { refreshToken: secret } }: AuthorizedConnection,
  requestToken: RenewalContext['requestToken'],
): Promise<Renewal> {
  const issuing = secret === null ? undefined : requestToken?.({ connector, settings, secret });
  if (secret === null || issuing === undefined)
    return { failure: 'The vendor no longer accepts what was entered: enter it again' };
  try {
    return { tokens: tokensOf(secret, await issuing) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONNECTION_UNAUTHORIZED') throw error;
    const reason = error.details.reason ?? error.message;
    return { failure: `The vendor no longer accepts what was entered (${reason}): enter it again` };
  }
}

/** Requests new tokens from the vendor while the connection's row is locked; a message for the user when the grant no longer works. */
async function callVendor(
  { tokens, clientId }: AuthorizedConnection,
  { vendor, client }: { vendor: OAuthVendor; client: OAuthClient },
  endpoint: EndpointContext,
): Promise<Renewal> {
  const { refreshToken } = tokens;
  if (refreshToken === null)
    return { failure: `${vendor.name} no longer accepts the access token: ${again}` };
  if (client.clientId !== clientId)
    return { failure: `The namespace has another OAuth client for ${vendor.name} now: ${again}` };
  try {
    return { tokens: await refreshTokens(vendor, { client, tokens, refreshToken }, endpoint) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONNECTION_UNAUTHORIZED') throw error;
    return { failure: `${vendor.name} ended the authorization (${error.details.reason}): ${again}` };
  }
}

type Report = (outcome: 'renewed' | 'ended' | 'failed') => void;

/** Renews, and reports the outcome. */
async function renewAndReport(asking: Promise<Renewal>, report: Report): Promise<Renewal> {
  try {
    const renewal = await asking;
    report('tokens' in renewal ? 'renewed' : 'ended');
    return renewal;
  } catch (error) {
    report('failed');
    throw error;
  }
}

/**
 * Renews tokens at their vendor. One renewal of a connection goes on at a time, for all callers in this process; the row's lock holds
 * back other processes.
 */
function createRenewal({ database, vault, overrides, onRenewal, requestToken, ...endpoint }: RenewalContext) {
  const underWay = new Map<string, Promise<AuthorizedConnection>>();

  /**
   * Prepares the renewal of a connection's tokens before its row is locked: a locked row holds a database connection, and must not wait for
   * a second one.
   */
  async function planOf(connection: AuthorizedConnection) {
    if (connection.settings !== null)
      return (locked: AuthorizedConnection) => requestAgain(locked, requestToken);
    const vendor = vendorOf(connection.connector, overrides);
    const settings = await readNamespaceSettings(database, vault, connection.namespaceId);
    const client = settings && clientOf(settings.configs, vendor);
    if (!client)
      throw new AppError('PROVIDER_REJECTED', `The namespace has no OAuth client for ${vendor.name}`, {
        details: { setting: vendor.config },
      });
    return (locked: AuthorizedConnection) => callVendor(locked, { vendor, client }, endpoint);
  }

  async function renewNow(connection: AuthorizedConnection): Promise<AuthorizedConnection> {
    const call = await planOf(connection);
    const report: Report = (outcome) => onRenewal?.(connection.connector, outcome);
    return renewTokens(database, vault, connection, (locked) => renewAndReport(call(locked), report));
  }

  return (connection: AuthorizedConnection): Promise<AuthorizedConnection> => {
    const { id } = connection;
    const renewal = underWay.get(id) ?? renewNow(connection).finally(() => underWay.delete(id));
    underWay.set(id, renewal);
    return renewal;
  };
}

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
