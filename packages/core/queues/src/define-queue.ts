import type { AppError } from '@docfleet/errors';
import type { Owner } from '@docfleet/runtime/fairness';
import type { z } from 'zod';

/** About a day of retries at the longest delay, for an unavailable provider. */
export const maxAttempts = 300;
/** An internal error is rarely transient. */
const maxInternalAttempts = 5;
/** A page is not retried for a day: its run would stay open as long. */
const maxPageAttempts = 4;

const firstDelayMs = 500;
const maxDelayMs = 300_000;

function attemptsFor({ code, kind, details }: AppError): number {
  if (details.maxAttempts !== undefined) return details.maxAttempts;
  if (code.startsWith('PAGE_')) return maxPageAttempts;
  return kind === 'internal' ? maxInternalAttempts : maxAttempts;
}

/** Tests whether work is to be retried after it has failed with this error at its `attempt`-th attempt, from 1. */
export function deservesRetry(error: AppError, attempt: number): boolean {
  if (!error.retryable) return false;
  return attempt < attemptsFor(error);
}

/**
 * Returns the milliseconds until the next attempt: the provider's Retry-After, or a backoff that doubles with each attempt, of which a random
 * half to whole is waited.
 */
export function retryDelay(error: AppError, attempt: number, random: () => number = Math.random): number {
  const { retryAfterMs } = error.details;
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, maxDelayMs) + random() * firstDelayMs;
  const ceiling = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return ceiling / 2 + random() * (ceiling / 2);
}

/**
 * Milliseconds until work that could not begin here and now is checked again; undefined for work that was tried. Waiting for
 * one's turn is no attempt, however often it happens.
 */
export function postponement(error: AppError): number | undefined {
  return error.kind === 'unavailable' ? error.details.retryAfterMs : undefined;
}

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
