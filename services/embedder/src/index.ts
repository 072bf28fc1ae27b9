export { embedderSettings } from './config.ts';
export { startEmbedder } from './start.ts';
