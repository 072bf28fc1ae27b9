/** What is refused, as by a full disk, is tried again from twice a minute to dozens of times a second: one line stands for those of a minute. */
const usualEveryMs = 60_000;
const maxReasons = 50;

/** The same reason with other numbers, as of bytes that are free, is no news. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\d+/g, '0');

/**
 * Returns what takes the errors of an outage and reports the first of each reason, and then at most one each `everyMs`, with the number of
 * those between that were not.
 */
export function createOutageReport(
  report: (error: unknown, unreported: number) => void,
  { everyMs = usualEveryMs, now = Date.now }: { everyMs?: number; now?: () => number } = {},
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
