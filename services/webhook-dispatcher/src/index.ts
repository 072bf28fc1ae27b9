export { dispatcherSettingsOf, webhookDispatcherSettings } from './config.ts';
export { sendRequest } from './send-request.ts';
export { startWebhookDispatcher } from './start.ts';
