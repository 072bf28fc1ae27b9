export {
  type Activity,
  readHourlyActivity,
  readUsage,
  removeOldActivity,
  rollUpActivity,
} from './activity.ts';
export {
  type DailyModelUsage,
  type ModelUsage,
  type ModelUse,
  readModelUsage,
  readMonthlyModelUsage,
  recordModelUsage,
  removeOldModelUsage,
  rollUpModelUsage,
} from './model-usage.ts';
