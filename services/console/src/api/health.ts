import { createStore } from '../store.ts';

/** What stands between this page and the service at the moment. */
export interface Health {
  /** No request gets through. */
  readonly isLost: boolean;
  /** When requests go on that were too many, in milliseconds since 1970. */
  readonly waitsUntil: number | undefined;
}

/** Told by every request; the banner shows it. */
export const health = createStore<Health>({ isLost: false, waitsUntil: undefined });

/** Notes that no answer came. */
export const noteLost = (): void => health.set({ ...health.get(), isLost: true });

/** When requests go on, as an answer says; what was said before holds until then, whatever others are answered. */
function waitOf({ status, headers }: Response, before: number | undefined): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (status === 429 && Number.isFinite(seconds)) return Date.now() + seconds * 1_000;
  return before !== undefined && before > Date.now() ? before : undefined;
}

/** Notes what an answer says of the way to the service. */
export function noteResponse(response: Response): void {
  const before = health.get();
  const waitsUntil = waitOf(response, before.waitsUntil);
  if (before.isLost || waitsUntil !== before.waitsUntil) health.set({ isLost: false, waitsUntil });
}
