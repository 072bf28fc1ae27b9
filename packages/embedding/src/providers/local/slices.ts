import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 10;

/** Goes through items and lets the event loop breathe every 10 ms; rejects with the signal's reason once it is aborted. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  for (const item of items) {
    work(item);
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
}
