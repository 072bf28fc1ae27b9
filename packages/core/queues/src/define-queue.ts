import type { Owner } from '@docfleet/runtime/fairness';
import type { z } from 'zod';

/** The thing that a job is about, from which its owner is found. */
export interface Owned {
  readonly kind: 'namespace' | 'document' | 'run' | 'connection' | 'conversion' | 'webhook';
  readonly id: string;
}

/** Finds the owners of things, in their order; a thing that is gone owns itself. */
export type OwnersOf = (things: readonly Owned[]) => Promise<Owner[]>;

/** The contract between producers and workers: a payload carries ids, the rows carry the truth. */
export interface QueueDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Schema;
  /** While a job with this key waits, adding it again changes nothing; while one is at work, it is done once more afterwards. */
  readonly dedupe: (payload: z.output<Schema>) => string;
  /** Returns the ids of the job's subject: a worker's slots are divided among their owners. */
  readonly owner?: (payload: z.output<Schema>) => Owned;
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
