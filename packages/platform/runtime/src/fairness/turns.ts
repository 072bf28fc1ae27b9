import { AppError } from '@docfleet/errors';
import type { ActiveOwners } from './owner.ts';

const retryAfterMs = 1_000;

/** One of the works under way. */
export interface Turn {
  /** Ends the turn; a second call has no effect. */
  end(): void;
  /**
   * Waits for a vendor: the turn is released meanwhile, and the result returned once there is a turn again. Rejects as `work` does, or with the
   * signal's reason when that aborts while it waits.
   */
  release<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Divides what may be under way at once in this process among owners. */
export interface Turns {
  /**
   * Does the work in a turn of the owner; waits a moment for one. Rejects with RATE_LIMIT_EXCEEDED when none has become free, with
   * the signal's reason when that aborts first.
   */
  take<Result>(owner: string, signal: AbortSignal, work: (turn: Turn) => Promise<Result>): Promise<Result>;
  /** Waits for a turn in the same way; the caller ends it: for work that goes on behind its response. */
  begin(owner: string, signal: AbortSignal): Promise<Turn>;
}

interface TurnsOptions {
  /** Maximum of turns of one owner. */
  readonly perOwner: number;
  /** Set when other owners were active recently: an owner then has at most `turns` at once, so that there is room when they return. */
  readonly besideOthers?: { readonly turns: number; readonly active: Pick<ActiveOwners, 'hasOthers'> };
  /** Maximum of turns of all owners together; unset: any number. */
  readonly atOnce?: number;
  /** Milliseconds that a new owner waits before it is refused. */
  readonly waitMs: number;
  /** Noun for an owner in the message of a refusal. */
  readonly ownerName?: string;
}

interface Waiting {
  readonly owner: string;
  readonly admit: () => void;
}

/** Counts turns: an owner that may have one more has it, and when one is free it passes to the waiting owner with the fewest. */
function createCount({ perOwner, besideOthers, atOnce = Number.POSITIVE_INFINITY }: TurnsOptions) {
  const held = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const heldBy = (owner: string) => held.get(owner) ?? 0;

  const maxTurnsOf = (owner: string) =>
    besideOthers?.active.hasOthers(owner) ? Math.min(perOwner, besideOthers.turns) : perOwner;

  function admits(owner: string): boolean {
    if (total >= atOnce || heldBy(owner) >= maxTurnsOf(owner)) return false;
    held.set(owner, heldBy(owner) + 1);
    total += 1;
    return true;
  }

  return {
    waiting,
    admits,
    free(owner: string): void {
      const left = heldBy(owner) - 1;
      if (left > 0) held.set(owner, left);
      else held.delete(owner);
      total -= 1;
      const inOrder = [...waiting].toSorted((a, b) => heldBy(a.owner) - heldBy(b.owner));
      // More than one, where others have become inactive since.
      for (const next of inOrder) {
        if (!admits(next.owner)) continue;
        waiting.delete(next);
        next.admit();
      }
    },
  };
}

type Count = ReturnType<typeof createCount>;

const refusal = ({ ownerName = 'organization' }: TurnsOptions) =>
  new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The ${ownerName} has as many such requests under way as it may: try again in a second`,
    { details: { retryAfterMs } },
  );

/** Waits for a turn, with these options for a moment and without them until the signal aborts. */
async function acquire(
  { waiting, admits }: Count,
  owner: string,
  signal: AbortSignal,
  options?: TurnsOptions,
): Promise<void> {
  signal.throwIfAborted();
  if (admits(owner)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  const timer = options && setTimeout(() => reject(refusal(options)), options.waitMs);
  const waiter = { owner, admit: resolve };
  waiting.add(waiter);
  signal.addEventListener('abort', onAbort, { once: true });
  await promise.finally(() => {
    clearTimeout(timer);
    waiting.delete(waiter);
    signal.removeEventListener('abort', onAbort);
  });
}

/** A turn that was acquired. */
function openTurn(count: Count, owner: string, signal: AbortSignal): Turn {
  let isHeld = true;
  let isOver = false;
  // Parts of the work that go on beside one that waits need no turn of their own.
  let away = 0;
  const passOn = () => {
    if (isHeld) count.free(owner);
    isHeld = false;
  };
  return {
    end() {
      isOver = true;
      passOn();
    },
    async release(work) {
      away += 1;
      passOn();
      try {
        return await work();
      } finally {
        away -= 1;
        if (away === 0 && !isOver) {
          await acquire(count, owner, signal);
          isHeld = true;
          // Work that does not wait for its parts may have ended meanwhile.
          if (isOver) passOn();
        }
      }
    },
  };
}

/** Opens turns that pass to the owner with the fewest, and in the order of coming among equals. */
export function createTurns(options: TurnsOptions): Turns {
  const count = createCount(options);
  const begin = async (owner: string, signal: AbortSignal) => {
    await acquire(count, owner, signal, options);
    return openTurn(count, owner, signal);
  };
  return {
    begin,
    async take(owner, signal, work) {
      const turn = await begin(owner, signal);
      try {
        return await work(turn);
      } finally {
        turn.end();
      }
    },
  };
}
