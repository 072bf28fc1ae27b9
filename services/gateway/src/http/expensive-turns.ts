import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';

const retryAfterMs = 1_000;

/** Lets each organisation have a few expensive requests at once in this process. */
export interface ExpensiveTurns {
  /**
   * Does the work in a turn of the organisation; waits a moment for one. Rejects with RATE_LIMIT_EXCEEDED when none has become free, with
   * the signal's reason when that aborts first.
   */
  take<Result>(organizationId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Waits for a turn in the same way and returns what ends it: for work that goes on behind its response. */
  begin(organizationId: string, signal: AbortSignal): Promise<() => void>;
}

const tooMany = (max: number) =>
  new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The organization has ${max} such requests under way: try again in a second`,
    { details: { retryAfterMs } },
  );

export function createExpensiveTurns({
  max = limits.expensiveStatementsPerOrganization,
  waitMs = limits.expensiveStatementWaitMs,
}: {
  readonly max?: number;
  readonly waitMs?: number;
} = {}): ExpensiveTurns {
  const organizations = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  async function begin(organizationId: string, signal: AbortSignal): Promise<void> {
    const turns = organizations.get(organizationId) ?? { running: 0, waiting: new Set<() => void>() };
    organizations.set(organizationId, turns);
    if (turns.running < max) {
      turns.running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    const timer = setTimeout(() => reject(tooMany(max)), waitMs);
    turns.waiting.add(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => {
      clearTimeout(timer);
      turns.waiting.delete(resolve);
      signal.removeEventListener('abort', onAbort);
    });
  }

  /** The turn passes to the next request, so that none that comes later slips in between. */
  function end(organizationId: string): void {
    const turns = organizations.get(organizationId);
    if (!turns) return;
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next();
      return;
    }
    turns.running -= 1;
    if (turns.running === 0) organizations.delete(organizationId);
  }

  return {
    async take(organizationId, signal, work) {
      signal.throwIfAborted();
      await begin(organizationId, signal);
      try {
        return await work();
      } finally {
        end(organizationId);
      }
    },
    async begin(organizationId, signal) {
      signal.throwIfAborted();
      await begin(organizationId, signal);
      let isOver = false;
      return () => {
        if (!isOver) end(organizationId);
        isOver = true;
      };
    },
  };
}
