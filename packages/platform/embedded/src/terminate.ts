import { setTimeout as sleep } from 'node:timers/promises';

/** A signal and how long (milliseconds) it is given to work before the next one. */
export type StopStep = readonly [signal: NodeJS.Signals, waitTimeoutMs: number];

const pollMs = 20;

/** Sends one signal after the other until `isGone`; resolves to whether it is. */
export async function terminate(
  steps: readonly StopStep[],
  send: (signal: NodeJS.Signals) => void,
  isGone: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const [signal, waitTimeoutMs] of steps) {
    if (await isGone()) return true;
    send(signal);
    const deadline = Date.now() + waitTimeoutMs;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(pollMs);
    }
  }
  return isGone();
}
