import type { Resources } from '@docfleet/pipeline/resources';
import { fetchItem, renewToken, startWorker, syncConnection, watchConnection } from '@docfleet/queues';
import type { Scope } from '@docfleet/runtime/service';
import type { ConnectorSyncSettings } from './config.ts';
import { createConnectorSyncContext } from './context.ts';
import { fetchItemHandler } from './fetch-item.ts';
import { renewTokenHandler } from './renew-token.ts';
import { syncConnectionHandler } from './sync-connection.ts';
import { watchConnectionHandler } from './watch/watch-connection.ts';

export { connectorSyncSettings, connectorSyncSettingsOf } from './config.ts';

/** Starts the workers of connections; they stop when the scope closes. */
export function startConnectorSync(
  scope: Scope,
  resources: Resources,
  settings: ConnectorSyncSettings,
): void {
  const { workerOptions } = resources;
  const context = createConnectorSyncContext(scope, resources, settings);
  const { itemsAtOnce, connectionsAtOnce } = settings;
  const items = { ...workerOptions, concurrency: itemsAtOnce };
  const listings = { ...workerOptions, concurrency: connectionsAtOnce };
  const workers = [
    startWorker(fetchItem, fetchItemHandler(context), items),
    startWorker(syncConnection, syncConnectionHandler(context), listings),
    startWorker(watchConnection, watchConnectionHandler(context), listings),
    startWorker(renewToken, renewTokenHandler(context), listings),
  ];
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
