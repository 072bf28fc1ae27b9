export { type Cache, openCache } from './cache.ts';
