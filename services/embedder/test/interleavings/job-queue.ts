import type { OutboxJob } from '@docfleet/domain/outbox';

interface Entry {
  readonly job: OutboxJob;
  state: 'waiting' | 'delayed' | 'active' | 'finished';
  /** Milliseconds for which it stays delayed. */
  delayMs: number;
  /** Asked for again while it was at work. */
  again: OutboxJob | undefined;
  attempts: number;
}

/** BullMQ's part: a job whose key waits or is delayed is not added again; one whose key is at work runs once more afterwards. */
export function createJobQueue() {
  const entries = new Map<string, Entry>();
  const keyOf = (job: OutboxJob) => `${job.queue}/${job.dedupeKey}`;

  return {
    add(jobs: readonly OutboxJob[]): void {
      for (const job of jobs) {
        const known = entries.get(keyOf(job));
        if (!known)
          entries.set(keyOf(job), { job, state: 'waiting', delayMs: 0, again: undefined, attempts: 0 });
        else if (known.state === 'active' || known.state === 'finished') known.again = job;
      }
    },
    inState: (state: Entry['state']): Entry[] =>
      [...entries.values()].filter((entry) => entry.state === state),
    /** After a failure that may pass, with the delay that it asks for, or when its worker died. */
    retry(entry: Entry, delayMs = 0): void {
      entry.state = delayMs > 0 ? 'delayed' : 'waiting';
      entry.delayMs = delayMs;
      entry.attempts += 1;
      if (entry.attempts > 200) throw new Error(`${keyOf(entry.job)} never ends`);
    },
    /** Time passes: jobs whose delay is over wait for a worker again. */
    passTime(ms: number): void {
      for (const entry of this.inState('delayed')) {
        entry.delayMs -= ms;
        if (entry.delayMs <= 0) entry.state = 'waiting';
      }
    },
    /** The queue learns that the work is done: until then its key is taken. */
    remove(entry: Entry): void {
      entries.delete(keyOf(entry.job));
      if (entry.again) this.add([entry.again]);
    },
    get size() {
      return entries.size;
    },
  };
}
export type JobQueue = ReturnType<typeof createJobQueue>;
export type QueueEntry = Entry;
