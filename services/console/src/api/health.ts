import { createStore } from '../store.ts';

/** What stands between this page and the service at the moment. */
export interface Health {
  /** No request gets through. */
  readonly isLost: boolean;
  /** When requests go on that were too many, in milliseconds since 1970. */
  readonly waitsUntil: number | undefined;
}

const well: Health = { isLost: false, waitsUntil: undefined };

/** Told by every request; the banner shows it. */
export const health = createStore<Health>(well);

/** Notes that no answer came. */
export const noteLost = (): void => health.set({ ...health.get(), isLost: true });

/** Notes what an answer says of the way to the service. */
export function noteAnswer({ status, headers }: Response): void {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (status === 429 && Number.isFinite(seconds))
    health.set({ isLost: false, waitsUntil: Date.now() + seconds * 1_000 });
  else if (status < 500 && health.get() !== well) health.set(well);
  else if (health.get().isLost) health.set({ ...health.get(), isLost: false });
}
