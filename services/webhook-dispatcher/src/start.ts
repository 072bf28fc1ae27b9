import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttemptOutcome,
  admitDeliveries,
  cancelDeliveries,
  disableWebhook,
  type FailureStreak,
  fanOutEvents,
  findLostDeliveries,
  type OpenDelivery,
  openDeliveryLog,
  removeOldEvents,
} from '@docfleet/domain/webhook';
import type { Resources } from '@docfleet/pipeline/resources';
import { deliverWebhook, type Handler, type PayloadOf, startWorker } from '@docfleet/queues';
import { repeat, type Scope, type Task } from '@docfleet/runtime/service';
import type { DispatcherSettings } from './config.ts';
import { sendRequest } from './send-request.ts';
import { signRequest } from './sign-request.ts';

/** The receiver's own way to say that nothing more is wanted: Standard Webhooks. */
const gone = 410;
/** A webhook with few deliveries is not judged by a few failures. */
const minFailures = 20;
const dayMs = 86_400_000;

function reasonToDisable(
  statusCode: number | null,
  streak: FailureStreak | undefined,
  disableAfterDays: number,
): string | undefined {
  if (statusCode === gone) return 'The receiver answered 410 Gone';
  if (!streak || streak.consecutiveFailures < minFailures) return undefined;
  const { consecutiveFailures, failingSince } = streak;
  if (Date.now() - failingSince.getTime() < disableAfterDays * dayMs) return undefined;
  return `Nothing was taken since ${failingSince.toISOString()}: ${consecutiveFailures} attempts failed`;
}

function metricOf({ error, statusCode }: AttemptOutcome): 'delivered' | 'refused' | 'unreachable' {
  if (error === null) return 'delivered';
  return statusCode === null ? 'unreachable' : 'refused';
}

/** Sends a delivery once and records the outcome; its row says whether and when it is sent again. */
function deliverWebhookHandler(
  { database, vault, logger, metrics, providerSettings: { egress } }: Resources,
  { disableAfterDays }: Pick<DispatcherSettings, 'disableAfterDays'>,
): Handler<PayloadOf<typeof deliverWebhook>> {
  const log = openDeliveryLog(database, vault);

  async function disable({ webhookId }: OpenDelivery, reason: string): Promise<void> {
    if (await disableWebhook(database, webhookId, reason))
      logger.warn({ webhookId, reason }, 'webhook disabled');
  }

  return {
    async handle({ deliveryId }, stopping) {
      const delivery = await log.open(deliveryId);
      if (!delivery) return;
      const outcome = await sendRequest(
        egress.fetch,
        delivery.url,
        signRequest(delivery, new Date()),
        stopping,
      );
      // Cut off by our own stopping: that is no fault of the receiver's, and another process sends it.
      if (outcome.error !== null) stopping.throwIfAborted();
      metrics.webhookAttempted({ outcome: metricOf(outcome), durationMs: outcome.durationMs });
      const streak = await log.record(delivery, outcome);
      const reason = reasonToDisable(outcome.statusCode, streak, disableAfterDays);
      if (reason) await disable(delivery, reason);
    },
    async onExhausted({ deliveryId }, error) {
      // It stays QUEUED, and is found as lost.
      logger.error({ error, deliveryId }, 'webhook delivery could not be handled');
    },
  };
}

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
