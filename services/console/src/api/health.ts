import { createStore } from '../store.ts';

/** State of the connection between this page and the service. */
export interface Health {
  /** Whether the last request failed without a response. */
  readonly isLost: boolean;
  /** End of the rate limit, in milliseconds since 1970; undefined while none applies. */
  readonly waitsUntil: number | undefined;
}

/** Current state of the connection. Every request updates it, and the banner shows it. */
export const health = createStore<Health>({ isLost: false, waitsUntil: undefined });

/** Notes that a request had no response. */
export const noteLost = (): void => health.set({ ...health.get(), isLost: true });

/**
 * Returns the end of the rate limit after a response, in milliseconds since 1970. A 429 sets it; no other response ends an earlier limit.
 */
function waitOf({ status, headers }: Response, before: number | undefined): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (status === 429 && Number.isFinite(seconds)) return Date.now() + seconds * 1_000;
  return before !== undefined && before > Date.now() ? before : undefined;
}

/** Updates the health from a response. */
export function noteResponse(response: Response): void {
  const before = health.get();
  const waitsUntil = waitOf(response, before.waitsUntil);
  if (before.isLost || waitsUntil !== before.waitsUntil) health.set({ isLost: false, waitsUntil });
}
