export { parserSettings } from './config.ts';
export { startParser } from './start.ts';
