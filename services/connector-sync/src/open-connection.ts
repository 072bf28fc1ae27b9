import {
  type ChannelApi,
  type Connector,
  type ConnectorContext,
  connectorPush,
  countsByApplication,
  type MarkupReader,
  openConnector,
  quotaOf,
} from '@docfleet/connectors';
import { chooseSite, failConnection } from '@docfleet/domain/connection';
import { failureSentence } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { AccessTokens } from '@docfleet/pipeline/access-tokens';
import { observeCalls } from '@docfleet/pipeline/providers';
import type { Resources } from '@docfleet/pipeline/resources';
import { LRUCache } from 'lru-cache';
import type { ConnectorSyncSettings } from './config.ts';
import type { ConnectionPace } from './connection-pace.ts';

/** Account that is read, with its settings. */
interface AuthorizedAccount {
  readonly connectionId: string;
  readonly connector: string;
  /** Counts the consents: a failure of an earlier one says nothing of the next. */
  readonly authorizations: number;
  /** The OAuth client that the tokens were issued to; null where none was. */
  readonly clientId: string | null;
  /** Site to read, of a vendor whose accounts hold several; null where none was chosen. */
  readonly siteId: string | null;
  /** Settings of the sign-in method, without the secret. */
  readonly settings: unknown;
}

/** Returns the key by which a vendor counts requests together: a connection's, or those of an application at a site. */
function paceKeyOf({ connectionId, connector, clientId, siteId }: AuthorizedAccount): string {
  const isShared = countsByApplication(connector) && clientId !== null && siteId !== null;
  return isShared ? `${connector}:${clientId}:${siteId}` : connectionId;
}

/**
 * Opens a connection's account. All who read it keep one pace, and wait `waitTimeoutMs` for their turn at most. A vendor that refuses a
 * fresh token makes the connection FAILED; nothing else does.
 */
export type OpenConnection = (
  account: AuthorizedAccount,
  waitTimeoutMs: number,
  /** Options of the connector's context. */
  options?: { readonly leavesFailing?: boolean },
) => Pick<Connector, 'list' | 'fetch' | 'find' | 'whoAmI'>;

interface Dependencies extends Pick<Resources, 'database' | 'logger' | 'providerSettings'> {
  readonly settings: ConnectorSyncSettings;
  readonly accessTokens: AccessTokens;
  readonly markup: MarkupReader;
  readonly pace: ConnectionPace;
}

const restAfterRefusalMs = 1_000;

/** The quota that an account shares with others; undefined where it has its own, or that cannot be found out now. */
const sharedQuota = (
  { accessTokens }: Dependencies,
  { connectionId, connector, clientId, settings }: AuthorizedAccount,
): Promise<string | undefined> =>
  quotaOf(connector, { clientId, settings, accessToken: accessTokens.of(connectionId) }).catch(
    () => undefined,
  );

/** Lets all wait whose requests the vendor counts with those of an account. */
async function restTogether(
  dependencies: Dependencies,
  account: AuthorizedAccount,
  milliseconds: number,
): Promise<void> {
  const { pace } = dependencies;
  const shared = await sharedQuota(dependencies, account);
  await Promise.all([
    pace.rest(paceKeyOf(account), milliseconds),
    shared !== undefined && pace.rest(shared, milliseconds),
  ]);
}

/** A vendor's refusal concerns all uses of the connection. */
async function heed(dependencies: Dependencies, account: AuthorizedAccount, error: AppError): Promise<void> {
  const { database, pace, logger } = dependencies;
  const { connectionId, authorizations } = account;
  const { retryAfterMs = restAfterRefusalMs, status } = error.details;
  const isRate = error.code === 'PROVIDER_RATE_LIMITED';
  // An outage that has an end concerns all requests, too; what a vendor says of one item (409, 423) does not.
  const isOutage = Number(status) >= 500 && error.details.retryAfterMs !== undefined;
  if (isRate && error.details['isOfUser'] === true) await pace.rest(paceKeyOf(account), retryAfterMs);
  else if (isRate || isOutage) await restTogether(dependencies, account, retryAfterMs);
  // Without a status it was not the vendor that refused: the connection is known not to be active.
  if (error.code !== 'CONNECTION_UNAUTHORIZED' || status === undefined) return;
  const reason = failureSentence(error);
  if (await failConnection(database, { id: connectionId, authorizations }, reason))
    logger.warn({ connectionId, reason }, 'a connection has to be authorized again');
}

/** Connectors find out about an account what each call needs (a team's root, a site): that is remembered for a while. */
const rememberedForMs = 600_000;
const maxRemembered = 1_000;

/** Tests whether an error concerns a single item or is temporary: then no remembered value has caused it. */
const isPassing = ({ code, retryable }: AppError) => retryable || code.startsWith('ITEM_');

/** Returns the connector's dependencies for one account. */
function contextOf(
  dependencies: Dependencies,
  account: AuthorizedAccount,
  waitTimeoutMs: number,
): ConnectorContext {
  const { accessTokens, database, markup, pace, providerSettings, settings } = dependencies;
  const { connectionId, connector, authorizations, siteId, settings: entered } = account;
  let quota: string | undefined;
  const findQuota = async () => (quota ??= await sharedQuota(dependencies, account));
  return {
    fetch: providerSettings.egress.fetch,
    accessToken: accessTokens.of(connectionId),
    endpoints: settings.endpoints[connector] ?? {},
    pace: pace.of(paceKeyOf(account), waitTimeoutMs, findQuota),
    rest: (milliseconds) => restTogether(dependencies, account, milliseconds),
    markup,
    settings: entered,
    site: {
      id: siteId,
      choose: (site) => chooseSite(database, { connectionId, authorizations, site }),
    },
  };
}

/**
 * Opens what creates the channels of an account; undefined where its vendor reports no changes, or to one address for all accounts. A
 * refusal says nothing of the connection itself, which may lack the permission for channels alone.
 */
export type OpenChannels = (account: AuthorizedAccount, waitTimeoutMs: number) => ChannelApi | undefined;

export const createChannelOpener =
  (dependencies: Dependencies): OpenChannels =>
  (account, waitTimeoutMs) =>
    connectorPush[account.connector]?.openChannels?.(contextOf(dependencies, account, waitTimeoutMs));

/** Returns the function by which one process opens connections. */
export function createConnectionOpener(dependencies: Dependencies): OpenConnection {
  const { providerSettings } = dependencies;
  const remembered = new LRUCache<string, Connector>({ max: maxRemembered, ttl: rememberedForMs });

  return (account, waitTimeoutMs, { leavesFailing = false } = {}) => {
    const { connectionId, connector: name, authorizations, clientId, siteId } = account;
    const key = [connectionId, authorizations, clientId, siteId, waitTimeoutMs, leavesFailing].join();
    function open(): Connector {
      const context = { ...contextOf(dependencies, account, waitTimeoutMs), leavesFailing };
      const connector = openConnector(name, context);
      const { onCall } = providerSettings;
      return onCall ? observeCalls(connector, { port: 'connector', vendor: name }, onCall) : connector;
    }
    function recall(): Connector {
      const connector = remembered.get(key) ?? open();
      if (!remembered.has(key)) remembered.set(key, connector);
      return connector;
    }
    async function heeding<Result>(ask: (connector: Connector) => Promise<Result>): Promise<Result> {
      try {
        return await ask(recall());
      } catch (cause) {
        const error = AppError.from(cause);
        if (!isPassing(error)) remembered.delete(key);
        await heed(dependencies, account, error);
        throw cause;
      }
    }
    return {
      list: (cursor, selection, signal, feeds) =>
        heeding((connector) => connector.list(cursor, selection, signal, feeds)),
      ...(recall().find && {
        find: (...order: Parameters<NonNullable<Connector['find']>>) =>
          heeding(async (connector) => connector.find?.(...order)),
      }),
      whoAmI: (signal) => heeding((connector) => connector.whoAmI(signal)),
      fetch: (item, signal) => heeding((connector) => connector.fetch(item, signal)),
    };
  };
}
