export { parserSettings, parserSettingsOf } from './config.ts';
export { startParser } from './start.ts';
