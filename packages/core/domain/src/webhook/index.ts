export { admitDeliveries, cancelDeliveries, findLostDeliveries } from './delivery/admit-deliveries.ts';
export {
  findDelivery,
  listDeliveries,
  replayDelivery,
  sendTestEvent,
  type WebhookDelivery,
} from './delivery/deliveries.ts';
export {
  type AttemptOutcome,
  type DeliveryLog,
  type FailureStreak,
  type OpenDelivery,
  openDeliveryLog,
} from './delivery/delivery-log.ts';
export { fanOutEvents, removeOldEvents } from './delivery/fan-out-events.ts';
export {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  findWebhook,
  listWebhooks,
  rotateSigningKey,
  updateWebhook,
  type Webhook,
  type WebhookOwner,
  type WebhookSettings,
} from './webhook.ts';
