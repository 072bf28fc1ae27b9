import { createMarkupReader, createTokenRequests } from '@docfleet/connectors';
import { createDocumentWorker, createLeaseKeeper, type DocumentWorker } from '@docfleet/domain/document';
import { type AccessTokens, createAccessTokens } from '@docfleet/pipeline/access-tokens';
import type { Resources } from '@docfleet/pipeline/resources';
import type { Scope } from '@docfleet/runtime/service';
import type { ConnectorSyncSettings } from './config.ts';
import { createConnectionPace } from './connection-pace.ts';
import {
  createChannelOpener,
  createConnectionOpener,
  type OpenChannels,
  type OpenConnection,
} from './open-connection.ts';

export interface ConnectorSyncContext extends Resources {
  readonly settings: ConnectorSyncSettings;
  readonly documents: DocumentWorker;
  readonly openConnection: OpenConnection;
  readonly openChannels: OpenChannels;
  readonly accessTokens: AccessTokens;
}

/** Opens the dependencies of the handlers. */
export function createConnectorSyncContext(
  scope: Scope,
  resources: Resources,
  settings: ConnectorSyncSettings,
): ConnectorSyncContext {
  const { cache, database, logger, metrics, vault, providerSettings } = resources;
  const leases = scope.defer(createLeaseKeeper(database, logger), (keeper) => keeper.close());
  const { fetch } = providerSettings.egress;
  const markup = scope.defer(
    createMarkupReader({ processes: settings.markupProcesses, onEnd: metrics.converterEnded }),
    (reader) => reader.close(),
  );
  const accounts = {
    database,
    logger,
    providerSettings,
    settings,
    markup,
    pace: createConnectionPace(cache),
    accessTokens: createAccessTokens({
      database,
      vault,
      fetch,
      overrides: settings.oauthOverrides,
      onRenewal: metrics.tokenRenewed,
      requestToken: createTokenRequests(fetch, settings.endpoints),
    }),
  };
  return {
    ...resources,
    settings,
    accessTokens: accounts.accessTokens,
    documents: createDocumentWorker(database, leases, 'FETCH_ITEM'),
    openConnection: createConnectionOpener(accounts),
    openChannels: createChannelOpener(accounts),
  };
}
