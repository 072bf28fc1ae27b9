/** Interval of log lines for one reason, in milliseconds: work that a full disk refuses is retried up to dozens of times a second. */
const defaultEveryMs = 60_000;
const maxReasons = 50;

/** Returns the reason with its numbers replaced, so that one that differs only in them, such as bytes free, counts as the same. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\d+/g, '0');

/**
 * Returns what takes the errors of an outage and reports the first of each reason, and then at most one each `everyMs`, with the number of
 * those between that were not.
 */
export function createOutageReport(
  report: (error: unknown, unreported: number) => void,
  { everyMs = defaultEveryMs, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): (error: unknown) => void {
  const reported = new Map<string, { readonly until: number; unreported: number }>();
  return (error) => {
    const reason = reasonOf(error);
    const known = reported.get(reason);
    if (known && now() < known.until) {
      known.unreported += 1;
      return;
    }
    if (reported.size >= maxReasons) reported.clear();
    reported.set(reason, { until: now() + everyMs, unreported: 0 });
    report(error, known?.unreported ?? 0);
  };
}
