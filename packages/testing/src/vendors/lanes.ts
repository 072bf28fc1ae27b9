import { setTimeout as sleep } from 'node:timers/promises';

export interface Latency {
  /** Duration of any request in milliseconds. */
  readonly requestMs?: number;
  /** Additional duration for each token in microseconds. */
  readonly tokenMicroseconds?: number;
  /** Maximum of requests that are served at once; others wait in their order. Default: unlimited. */
  readonly lanes?: number;
}

/** Creates a queue in which requests take their configured time, a limited number at once, in the order of their arrival. */
export function createLanes({
  requestMs = 0,
  tokenMicroseconds = 0,
  lanes = Number.POSITIVE_INFINITY,
}: Latency) {
  const waiting: (() => void)[] = [];
  let free = lanes;

  return async function serve<Result>(tokens: number, work: () => Result): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const milliseconds = requestMs + (tokens * tokenMicroseconds) / 1_000;
      if (milliseconds > 0) await sleep(milliseconds);
      return work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
