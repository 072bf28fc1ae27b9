export { createWebhook } from './create-webhook.ts';
export { admitDeliveries, findLostDeliveries } from './delivery/admit-deliveries.ts';
export { cancelDeliveries } from './delivery/cancel-deliveries.ts';
export { type DeliveryLog, openDeliveryLog } from './delivery/delivery-log.ts';
export { fanOutEvents, removeOldEvents } from './delivery/fan-out-events.ts';
export { findDelivery, listDeliveries, type WebhookDelivery } from './delivery/find-deliveries.ts';
export type { OpenDelivery } from './delivery/open-deliveries.ts';
export type { AttemptOutcome, FailureStreak } from './delivery/record-attempts.ts';
export { replayDelivery, sendTestEvent } from './delivery/send-now.ts';
export { rotateSigningKey } from './rotate-signing-key.ts';
export { deleteWebhook, disableWebhook, updateWebhook } from './update-webhook.ts';
export {
  findWebhook,
  listWebhooks,
  type Webhook,
  type WebhookOwner,
  type WebhookSettings,
} from './webhook.ts';
