import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { useEffect, useRef, useState } from 'react';

type Counts = IngestJobRunDocuments['documentCounts'];

/** Processing rate of a run: ended documents per minute, and the estimated remaining time in milliseconds. */
export interface Pace {
  readonly perMinute: number;
  readonly leftMs: number;
}

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Period over which the rate is measured: older samples say little about the current rate. */
const windowMs = 30_000;
const minSpanMs = 2_000;

/** Returns the number of documents that have ended. */
export const doneOf = ({ completed, failed, cancelled }: Counts): number => completed + failed + cancelled;

/** Returns the number of all documents of a run. */
export const totalOf = (counts: Counts): number => doneOf(counts) + counts.queued + counts.processing;

function paceOf(samples: readonly Sample[], left: number): Pace | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < minSpanMs || last.done <= first.done) return undefined;
  const perMs = (last.done - first.done) / (last.at - first.at);
  return { perMinute: perMs * 60_000, leftMs: left / perMs };
}

/** Returns the rate of a run since the page was opened; undefined until two seconds of progress have been observed. */
export function usePace(counts: Counts): Pace | undefined {
  const samples = useRef<readonly Sample[]>([]);
  const [pace, setPace] = useState<Pace>();
  useEffect(() => {
    const at = Date.now();
    samples.current = [...samples.current, { at, done: doneOf(counts) }].filter(
      (sample) => at - sample.at <= windowMs,
    );
    setPace(paceOf(samples.current, counts.queued + counts.processing));
  }, [counts]);
  return pace;
}
