import { createStore } from '../store.ts';

/** Whether the session has ended while a page is open: the user is asked to sign in over the page. */
export const signInNeeded = createStore(false);

/** Resolves when the user has signed in again; rejects with the signal's reason. */
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
