import { Session } from 'node:inspector/promises';

/** A part of a source, with how often it was executed; those that lie within it say it more exactly. */
export type Range = readonly [start: number, end: number, count: number];

/** By paths of sources. */
export type Executed = Readonly<Record<string, readonly Range[]>>;

export interface Measurement {
  /** Returns what has been executed of the modules that are chosen by their URLs. */
  end(isChosen: (url: string) => boolean, pathOf: (url: string) => string): Promise<Executed>;
}

/** Begins to count what is executed. */
export async function measureExecution(): Promise<Measurement> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async end(isChosen, pathOf) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
      const executed: Record<string, Range[]> = {};
      for (const { url, functions } of result)
        if (isChosen(url))
          executed[pathOf(url)] = functions.flatMap(({ ranges }) =>
            ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count]),
          );
      return executed;
    },
  };
}

/**
 * Whether a place of a source was executed: the smallest range around it counts. What begins there is not around it: a function that
 * no one calls may still be passed on.
 */
export function isExecuted(ranges: readonly Range[], place: number): boolean {
  const around = ranges.filter(([start, end]) => start < place && place < end);
  const smallest = around.toSorted((one, other) => one[1] - one[0] - (other[1] - other[0]))[0];
  return smallest ? smallest[2] > 0 : ranges.length > 0;
}
