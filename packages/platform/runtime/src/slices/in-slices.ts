import { createFairQueue, currentOwner, type Owner } from '../fairness/index.ts';

/** Milliseconds that one piece of computation may hold the event loop: a request takes some thirty iterations of it. */
const sliceMs = 2;

/**
 * Computations of this process that wait to continue, by owner. There is one queue for the process, as there is one event loop: each of
 * its iterations runs one slice, so that requests wait for one slice at most, however many computations there are.
 */
const waiting = createFairQueue<() => void>();
let isScheduled = false;

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    waiting.shift()?.();
    schedule();
  });
}

function nextTurn(owner: Owner): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(owner, resolve);
  schedule();
  return promise;
}

export interface SliceOptions {
  readonly signal?: AbortSignal | undefined;
  /** Owner of the computation; the current one by default. Organizations take turns, then the namespaces of each. */
  readonly owner?: Owner | undefined;
}

/**
 * Begins a computation in slices. Call the result after each part of it: once 2 ms have passed it resolves in a later iteration of the
 * event loop, and rejects with the signal's reason when that is aborted.
 */
export function startSlices({ signal, owner = currentOwner() }: SliceOptions = {}): () => Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await nextTurn(owner);
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  };
}

/** Calls `work` for each item, in slices. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  options: SliceOptions = {},
): Promise<void> {
  const slice = startSlices(options);
  for (const item of items) {
    work(item);
    await slice();
  }
}
