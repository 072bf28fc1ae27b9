import {
  type AttemptOutcome,
  disableWebhook,
  type FailureStreak,
  type OpenDelivery,
  openDeliveryLog,
} from '@docfleet/domain/webhook';
import type { Resources } from '@docfleet/pipeline/resources';
import type { deliverWebhook, Handler, PayloadOf } from '@docfleet/queues';
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
export function deliverWebhookHandler(
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
