import { AppError } from '@docfleet/errors';
import type { Owner } from '@docfleet/runtime/fairness';
import { type FairShare, lastPlace } from './fair-share.ts';
import type { Standby } from './standby.ts';

/** A job that was taken out of the queue. */
interface TakenJob {
  readonly owner: Owner;
  /** Number of documents of its namespace that are ahead of it. */
  readonly place: number;
  /** Records in the queue whether the job waits for a slot: its age then counts as waiting. */
  mark(waits: boolean): void;
}

/** Takes jobs out of a queue so that those of an owner without a slot stay there, and keep no other owner's job from being found. */
export interface JobGate {
  /** Works on a job once its owner may have a slot; rejects with SERVICE_UNAVAILABLE when the job has to go back into the queue. */
  run(job: TakenJob, work: () => Promise<void>): Promise<void>;
  /** Sends back the jobs that wait for a slot. */
  close(): void;
}

interface JobGateOptions {
  readonly share: FairShare;
  readonly standby: Standby;
  /** Sets how many jobs may be taken beyond those that are worked on. */
  readonly setSpare: (jobs: number) => void;
}

/** Jobs that are taken beyond those that are worked on, as long as slots become free all the time. */
const maxSpare = 8;
/** Maximum wait for a slot before the job goes back into the queue, in milliseconds: busy queues free one sooner. */
const waitTimeoutMs = 100;

const sentBack = (retryAfterMs: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'Others come first', { details: { retryAfterMs } });

/** Sends a job back with a delay that grows with its place, so that the job that is ahead returns first. */
const othersFirst = (place: number) => sentBack(waitTimeoutMs * (1 + Math.min(place, lastPlace)));

/**
 * Opens the gate of one worker. While slots become free quickly, several jobs wait for one. Once a job has waited too long, it is the only
 * one that does: the others stay in the queue.
 */
export function createJobGate({ share, standby, setSpare }: JobGateOptions): JobGate {
  const parked = new Set<AbortController>();
  let spare = maxSpare;
  let isClosed = false;
  const changeSpare = (jobs: number) => {
    spare = Math.min(maxSpare, jobs);
    setSpare(spare);
  };
  changeSpare(maxSpare);

  async function waitAndRun({ owner, place, mark }: TakenJob, work: () => Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const leave = () => waiting.abort(isClosed ? sentBack(0) : othersFirst(place));
    const timeout = setTimeout(() => {
      changeSpare(1);
      if (standby.enter(leave)) mark(true);
      else leave();
    }, waitTimeoutMs);
    const endWait = () => {
      clearTimeout(timeout);
      parked.delete(waiting);
      const stoodBy = standby.end(leave);
      if (stoodBy) mark(false);
      return stoodBy;
    };
    const begin = () => {
      changeSpare(endWait() ? spare : spare * 2);
      return work();
    };
    parked.add(waiting);
    if (isClosed) leave();
    await share.take(owner, begin, { place, signal: waiting.signal }).finally(endWait);
  }

  return {
    async run(job, work) {
      if (!share.hasRoomFor(job.owner, job.place)) return waitAndRun(job, work);
      const begin = () => {
        changeSpare(spare * 2);
        return work();
      };
      await share.take(job.owner, begin, { place: job.place });
    },
    close() {
      isClosed = true;
      standby.close();
      for (const waiting of parked) waiting.abort(sentBack(0));
    },
  };
}
