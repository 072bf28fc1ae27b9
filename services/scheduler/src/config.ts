import { notificationConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

/** The scheduler's own settings. */
export const schedulerSettings = {
  ...notificationConfig,
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .positive()
    .default(365)
    .describe('Days after which an event of the audit trail is removed'),
};

export type SchedulerSettings = z.output<z.ZodObject<typeof schedulerSettings>>;
