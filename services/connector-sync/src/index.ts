export { connectorSyncSettings, connectorSyncSettingsOf } from './config.ts';
export { startConnectorSync } from './start.ts';
