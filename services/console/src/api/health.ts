import { createStore } from '../store.ts';

/** The state of the connection between this page and the service. */
export interface Health {
  /** No request gets through. */
  readonly isLost: boolean;
  /** When requests continue that were too many, in milliseconds since 1970. */
  readonly waitsUntil: number | undefined;
}

/** Updated by every request and shown by the banner. */
export const health = createStore<Health>({ isLost: false, waitsUntil: undefined });

/** Notes that a request had no response. */
export const noteLost = (): void => health.set({ ...health.get(), isLost: true });

/** When requests continue, according to a response. An earlier limit holds until it has passed, whatever other responses say. */
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
