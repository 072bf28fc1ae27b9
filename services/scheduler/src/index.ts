export { startScheduler } from './start.ts';
