import type { Resources } from '@docfleet/pipeline/resources';
import { deliverWebhook, startWorker } from '@docfleet/queues';
import { repeat, type Scope } from '@docfleet/runtime/service';
import type { DispatcherSettings } from './config.ts';
import { deliverWebhookHandler } from './deliver-webhook.ts';
import { dispatcherTasks } from './tasks.ts';

export { dispatcherSettingsOf, webhookDispatcherSettings } from './config.ts';
export { sendRequest } from './send-request.ts';

/** Starts fanning out and sending events; all stops when the scope closes. Several dispatchers may run at once. */
export function startWebhookDispatcher(
  scope: Scope,
  resources: Resources,
  settings: DispatcherSettings,
): void {
  const { logger, workerOptions } = resources;
  const { concurrency } = settings;
  const handler = deliverWebhookHandler(resources, settings);
  const worker = startWorker(deliverWebhook, handler, { ...workerOptions, concurrency });
  scope.defer(worker, (running) => running.close());
  repeat(scope, dispatcherTasks(resources, settings), logger);
}
