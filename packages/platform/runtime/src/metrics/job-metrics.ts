import { Counter, Histogram, type Registry } from 'prom-client';

const outcomes = ['done', 'postponed', 'retried', 'exhausted'] as const;

/** One attempt at a job that has ended. */
export interface JobAttempt {
  readonly queue: string;
  /** `postponed` work could not begin here and now; `retried` work is attempted again, `exhausted` work is not. */
  readonly outcome: (typeof outcomes)[number];
  /** Milliseconds from when the job could have been taken to when it was; undefined for later attempts. */
  readonly waitMs: number | undefined;
  readonly durationMs: number;
}

const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

export function createJobMetrics(registry: Registry) {
  const attempts = new Counter({
    name: 'docfleet_job_attempts_total',
    help: 'Ended attempts at jobs: done, postponed (could not begin yet), retried or exhausted',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
  });
  const wait = new Histogram({
    name: 'docfleet_job_wait_seconds',
    help: 'From the queueing of a job to its first attempt',
    labelNames: ['queue'],
    buckets: [...seconds, 3_600],
    registers: [registry],
  });
  const processing = new Histogram({
    name: 'docfleet_job_processing_seconds',
    help: 'Duration of an attempt at a job, without postponed ones',
    labelNames: ['queue'],
    buckets: seconds,
    registers: [registry],
  });
  return {
    jobAttempted({ queue, outcome, waitMs, durationMs }: JobAttempt): void {
      // Prometheus sees a change where it saw a number before: what seldom happens has to be there as 0.
      for (const one of outcomes) attempts.inc({ queue, outcome: one }, one === outcome ? 1 : 0);
      if (waitMs !== undefined) wait.observe({ queue }, waitMs / 1_000);
      if (outcome !== 'postponed') processing.observe({ queue }, durationMs / 1_000);
    },
  };
}
