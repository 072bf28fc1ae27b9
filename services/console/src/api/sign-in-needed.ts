import { createStore } from '../store.ts';

/** Whether the session has ended under the page: who uses it is asked to sign in, in place. */
export const signInNeeded = createStore(false);

/** Asks to sign in and resolves when that is done; rejects with the signal's reason. */
export function untilSignedIn(signal: AbortSignal | null | undefined): Promise<void> {
  signInNeeded.set(true);
  return new Promise((resolve, reject) => {
    const end = signInNeeded.subscribe(() => {
      if (signInNeeded.get()) return;
      end();
      resolve();
    });
    signal?.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
  });
}
