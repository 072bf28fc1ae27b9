/** A worker whose Redis refuses, as with a full disk, is refused dozens of times a second: one line stands for those of a minute. */
const usualEveryMs = 60_000;

/**
 * Returns what takes the errors of an outage and reports the first, and then at most one each `everyMs`, with the number of those between
 * that were not.
 */
export function createOutageReport(
  report: (error: Error, unreported: number) => void,
  { everyMs = usualEveryMs, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): (error: Error) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  return (error) => {
    if (now() < quietUntil) {
      unreported += 1;
      return;
    }
    report(error, unreported);
    quietUntil = now() + everyMs;
    unreported = 0;
  };
}
