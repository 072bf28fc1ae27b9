export { dispatcherSettingsOf, webhookDispatcherSettings } from './config.ts';
export { startWebhookDispatcher } from './start.ts';
