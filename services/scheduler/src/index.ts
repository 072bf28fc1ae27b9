export { schedulerSettings } from './config.ts';
export { startScheduler } from './start.ts';
