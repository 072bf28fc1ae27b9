export { correctSchedules } from './correct-schedules.ts';
export { readClock } from './moments.ts';
