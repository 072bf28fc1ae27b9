export { correctSchedules, readClock } from './schedules.ts';
