/** Measures steps by name; steps that run side by side overlap. */
export interface Stopwatch {
  /** Milliseconds of each step so far; a step that ran several times adds up. */
  readonly timings: Record<string, number>;
  time<Result>(step: string, work: () => Promise<Result>): Promise<Result>;
}

export function createStopwatch(): Stopwatch {
  const timings: Record<string, number> = {};
  return {
    timings,
    async time(step, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        timings[step] = (timings[step] ?? 0) + performance.now() - startedAt;
      }
    },
  };
}
