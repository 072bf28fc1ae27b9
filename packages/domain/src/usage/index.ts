export {
  type Activity,
  readHourlyActivity,
  readUsage,
  removeOldActivity,
  rollUpActivity,
} from './activity.ts';
