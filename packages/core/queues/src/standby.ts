import type { Owner } from '@docfleet/runtime/fairness';
import type { FairShare } from './fair-share.ts';

/** The jobs of a queue that no worker has taken. */
export interface WaitingJobs {
  /**
   * Moves the first job of an owner that `hasRoom` accepts to the front of the queue. Returns `moved`; `others` when jobs wait and none is
   * accepted; `none` when the queue is empty.
   */
  advance(hasRoom: (owner: Owner, place: number) => boolean): Promise<'moved' | 'others' | 'none'>;
}

/** The one job of a worker that waits for a slot for longer than a moment. */
export interface Standby {
  /** Makes this the job that stands by; returns false when there is one already. `leave` is called when the job has to make room for another. */
  enter(leave: () => void): boolean;
  /** Ends the wait of a job; returns whether it was the one that stood by. */
  end(leave: () => void): boolean;
  close(): void;
}

interface StandbyOptions {
  readonly share: FairShare;
  readonly waiting: WaitingJobs;
  readonly onError: (error: unknown) => void;
}

const lookIntervalMs = 200;
/** The only job of a queue stands by no longer than this: another replica may have a slot for it. */
const maxAloneMs = 10_000;

/**
 * Opens the place for one job that stands by. While it does, the queue is searched for a job of an owner that may have a slot; that one changes
 * places with it.
 */
export function createStandby({ share, waiting, onError }: StandbyOptions): Standby {
  let current: { readonly leave: () => void; readonly since: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const found = await waiting.advance(share.hasRoomFor);
    if (!current) return;
    const isAloneTooLong = found === 'none' && performance.now() - current.since > maxAloneMs;
    if (found === 'moved' || isAloneTooLong) current.leave();
  }

  function lookLater(): void {
    clearTimeout(timer);
    if (!current || isClosed) return;
    timer = setTimeout(() => {
      look().catch(onError).finally(lookLater);
    }, lookIntervalMs);
  }

  return {
    enter(leave) {
      if (current) return false;
      current = { leave, since: performance.now() };
      lookLater();
      return true;
    },
    end(leave) {
      if (current?.leave !== leave) return false;
      current = undefined;
      return true;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
