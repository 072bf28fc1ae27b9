import { setTimeout as pause } from 'node:timers/promises';

/** Schedule of the period that is measured: some actions last all of it, some a part of it. */
export interface Day {
  /** Whether the time that has passed is between these shares of the whole, 0 to 1. */
  isBetween(from: number, to: number): boolean;
  /** Runs `act` about every `seconds` seconds until the day ends, never twice at once. */
  every(seconds: number, act: () => Promise<unknown>): void;
  /** Does something once, when this share of the day is over. */
  at(share: number, act: () => Promise<unknown>): void;
  /** Resolves when the day is over, and everything that was begun with it. */
  end(): Promise<void>;
  /** Number of failures by message. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Begins a day of `minutes` minutes. */
export function beginDay(minutes: number): Day {
  const startedAt = Date.now();
  const lengthMs = minutes * 60_000;
  const failures = new Map<string, number>();
  const under: Promise<void>[] = [];
  const passed = () => (Date.now() - startedAt) / lengthMs;

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    await act().catch((error: unknown) => {
      const what = error instanceof Error ? error.message : String(error);
      failures.set(what, (failures.get(what) ?? 0) + 1);
    });
  }
  async function repeat(seconds: number, act: () => Promise<unknown>): Promise<void> {
    while (passed() < 1) {
      await attempt(act);
      await pause(seconds * 1_000);
    }
  }
  async function later(share: number, act: () => Promise<unknown>): Promise<void> {
    await pause(share * lengthMs);
    await attempt(act);
  }
  return {
    failures,
    isBetween: (from, to) => passed() >= from && passed() < to,
    every: (seconds, act) => void under.push(repeat(seconds, act)),
    at: (share, act) => void under.push(later(share, act)),
    async end() {
      await Promise.all(under);
    },
  };
}
