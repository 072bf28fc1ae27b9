export { correctSchedules } from './correct-schedules.ts';
export { readClock } from './read-clock.ts';
