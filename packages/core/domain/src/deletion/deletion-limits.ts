import { z } from 'zod';

/** Maximum share and number of documents that a listing may delete without a confirmation. */
export interface DeletionLimits {
  readonly percent: number;
  readonly documents: number;
}

/** The settings of every service that reads sources. */
export const deletionSettings = {
  SYNC_DELETION_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(20)
    .describe(
      'Share of a job’s documents that a run deletes without a confirmation when its source no longer names them',
    ),
  SYNC_DELETION_DOCUMENTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe('Documents that a run deletes without a confirmation when its source no longer names them'),
};

export const deletionLimitsOf = (config: z.output<z.ZodObject<typeof deletionSettings>>): DeletionLimits => ({
  percent: config.SYNC_DELETION_PERCENT,
  documents: config.SYNC_DELETION_DOCUMENTS,
});
