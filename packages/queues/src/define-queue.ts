import type { z } from 'zod';

/** The contract between producers and workers: a payload carries ids, the rows carry the truth. */
export interface QueueDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Schema;
  /** While a job with this key waits, adding it again changes nothing; while one is at work, it is done once more afterwards. */
  readonly dedupe: (payload: z.output<Schema>) => string;
  /** Whose work it is, where a worker's slots are to be divided among several. */
  readonly owner?: (payload: z.output<Schema>) => string;
  /** The description on the dashboard. */
  readonly description: string;
}

/** Declares a queue; its name, payload and key are written nowhere else. */
export function defineQueue<Schema extends z.ZodType>(
  definition: QueueDefinition<Schema>,
): QueueDefinition<Schema> {
  return definition;
}

export type PayloadOf<Queue> = Queue extends QueueDefinition<infer Schema> ? z.output<Schema> : never;
