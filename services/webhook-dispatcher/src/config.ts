import { resourcesConfig } from '@docfleet/pipeline/resources';
import { z } from 'zod';

export const webhookDispatcherSettings = {
  WEBHOOK_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(1_024)
    .describe('Webhook requests under way at once in a dispatcher; one webhook has at most 64 of them'),
  WEBHOOK_RETENTION_DAYS: z.coerce
    .number()
    .int()
    // The longest schedule of retries takes more than three.
    .min(4)
    .default(14)
    .describe('Days that webhook events and their delivery log are kept'),
  WEBHOOK_DISABLE_AFTER_DAYS: z.coerce
    .number()
    .positive()
    .default(5)
    .describe('Days after which a webhook is disabled that took nothing of what it was sent'),
};

export const webhookDispatcherConfig = z.object({ ...resourcesConfig, ...webhookDispatcherSettings });

/** Settings of the service, parsed. */
export interface DispatcherSettings {
  readonly concurrency: number;
  readonly retentionDays: number;
  readonly disableAfterDays: number;
}

/** The settings that the service uses. */
export const dispatcherSettingsOf = (
  config: z.output<z.ZodObject<typeof webhookDispatcherSettings>>,
): DispatcherSettings => ({
  concurrency: config.WEBHOOK_CONCURRENCY,
  retentionDays: config.WEBHOOK_RETENTION_DAYS,
  disableAfterDays: config.WEBHOOK_DISABLE_AFTER_DAYS,
});
