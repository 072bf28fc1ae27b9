/** Who has many documents at work lets those with few go first, where all compute on one thread. */
export interface GiveWay {
  /** Counts a document of the owner while it is worked on. */
  atWork<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves at once, or for an owner of many when those with few have ended or its patience has. */
  pass(owner: string): Promise<void>;
}

/** So many and fewer are not worth waiting for others. */
const few = 2;
/** From so many on, nobody notices one that waits. */
const many = 8;
/** Where somebody with few is always there, work of many goes on nevertheless. */
const patienceMs = 100;

export function createGiveWay(): GiveWay {
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();

  const somebodyHasFew = () => counts.values().some((count) => count <= few);

  function leave(owner: string): void {
    const left = (counts.get(owner) ?? 0) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
    if (!somebodyHasFew()) for (const go of waiting) go();
  }

  return {
    async atWork(owner, work) {
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
    async pass(owner) {
      if ((counts.get(owner) ?? 0) < many || !somebodyHasFew()) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, patienceMs);
        waiting.add(go);
      });
    },
  };
}
