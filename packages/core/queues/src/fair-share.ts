import { compareUsage, createUsage, type Owner } from '@docfleet/runtime/fairness';

/** Divides slots among owners, so that one whose provider hangs cannot take them all: among organizations first, then within each. */
export interface FairShare {
  /**
   * Works once the owner may have one more slot; rejects with the signal's reason when that aborts before. Of those that wait, the
   * organization and namespace with the fewest slots come first, and of one namespace the lowest `place`.
   */
  take<Result>(owner: Owner, work: () => Promise<Result>, options?: TakeOptions): Promise<Result>;
  /** Returns whether work of this owner would begin at once. */
  hasRoomFor(owner: Owner, place?: number): boolean;
  /** Occupied slots. */
  inUse(): number;
}

interface TakeOptions {
  /** Number of documents of its namespace that are ahead of this one. */
  readonly place?: number | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Factor by which an owner's slots may exceed the free ones (dynamic thresholds: Choudhury and Hahne, 1998). A single owner gets
 * four fifths of all slots, two get four ninths each, and the last free slot is reserved for an owner without any. Within an owner,
 * its share is divided in the same way.
 */
const generosity = 4;
/** Place from which on documents have no priority: the first documents of a namespace, and of each of its connections, are before it. */
export const lastPlace = 9;

interface Waiter {
  readonly owner: Owner;
  readonly place: number;
  readonly admit: () => void;
}

/** Tests whether an owner may take one of the free slots, given the slots in use at each of its levels. */
function isWithinShare(used: readonly number[], free: number, isAhead: boolean): boolean {
  if (free === 0) return false;
  const [ofOrganization = 0] = used;
  if (ofOrganization === 0) return true;
  // The first documents of a namespace, and a namespace without slots, may have one slot beyond the organization's share, but not the last one.
  const mayExceed = free > 1 && (isAhead || used.includes(0));
  let room = generosity * (mayExceed ? free : free - 1);
  for (const count of used) {
    if (count > 0 && count >= room) return false;
    if (count === 0) return room > 0;
    room = generosity * (room - count);
  }
  return true;
}

/** Creates a fair division of `slots` slots. */
export function createFairShare(slots: number): FairShare {
  const usage = createUsage();
  const waiting = new Set<Waiter>();
  let free = slots;

  const hasRoomFor = (owner: Owner, place: number) => isWithinShare(usage.of(owner), free, place < lastPlace);

  function admits({ owner, place }: Omit<Waiter, 'admit'>): boolean {
    if (!hasRoomFor(owner, place)) return false;
    usage.begin(owner);
    free -= 1;
    return true;
  }

  function release(owner: Owner): void {
    usage.end(owner);
    free += 1;
    const inOrder = [...waiting]
      .map((waiter) => ({ waiter, used: usage.of(waiter.owner) }))
      .toSorted((one, other) => compareUsage(one.used, other.used) || one.waiter.place - other.waiter.place);
    for (const { waiter } of inOrder) if (admits(waiter)) waiter.admit();
  }

  async function untilAdmitted(owner: Owner, place: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (then: () => void) => () => waiting.delete(waiter) && then();
    const waiter: Waiter = { owner, place, admit: leave(resolve) };
    const stopWaiting = leave(() => reject(signal?.reason));
    waiting.add(waiter);
    signal?.addEventListener('abort', stopWaiting, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', stopWaiting));
  }

  return {
    inUse: () => slots - free,
    hasRoomFor: (owner, place = lastPlace) => hasRoomFor(owner, place),
    async take(owner, work, { place = lastPlace, signal } = {}) {
      if (!admits({ owner, place })) await untilAdmitted(owner, place, signal);
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}
