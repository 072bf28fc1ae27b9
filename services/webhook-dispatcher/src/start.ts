import { setTimeout as pause } from 'node:timers/promises';
import {
  admitDeliveries,
  cancelDeliveries,
  fanOutEvents,
  findLostDeliveries,
  removeOldEvents,
} from '@docfleet/domain/webhook';
import type { Resources } from '@docfleet/pipeline/resources';
import { deliverWebhook, startWorker } from '@docfleet/queues';
import { repeat, type Scope, type Task } from '@docfleet/runtime/service';
import type { DispatcherSettings } from './config.ts';
import { deliverWebhookHandler } from './deliver-webhook.ts';

const pumpEveryMs = 200;
/** While there is something to do: short enough that a window of 64 brings a thousand a second to a quick receiver. */
const pumpPauseMs = 50;
const careEveryMs = 5_000;
const cleanEveryMs = 10 * 60_000;

/** Tasks that create and enqueue deliveries of events, and handle those that are stuck or old. */
function dispatcherTasks(
  { database, producer, logger }: Resources,
  { retentionDays }: DispatcherSettings,
): Task[] {
  async function pumpOnce(): Promise<number> {
    const events = await fanOutEvents(database);
    const jobs = await admitDeliveries(database);
    if (jobs.length > 0) await producer.add(jobs);
    return events + jobs.length;
  }

  return [
    {
      name: 'pump-webhooks',
      everyMs: pumpEveryMs,
      async run(stopping) {
        while (!stopping.aborted && (await pumpOnce()) > 0) await pause(pumpPauseMs);
      },
    },
    {
      name: 'care-for-webhook-deliveries',
      everyMs: careEveryMs,
      async run() {
        const cancelled = await cancelDeliveries(database);
        if (cancelled > 0) logger.info({ cancelled }, 'deliveries of inactive webhooks were cancelled');
        await producer.add(await findLostDeliveries(database));
      },
    },
    {
      name: 'remove-old-webhook-events',
      everyMs: cleanEveryMs,
      async run() {
        const removed = await removeOldEvents(database, retentionDays);
        if (removed > 0) logger.info({ removed }, 'old webhook events were removed');
      },
    },
  ];
}

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
