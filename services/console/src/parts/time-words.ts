const steps = [
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 2_592_000 },
  { unit: 'month', seconds: 2_592_000, until: 31_536_000 },
  { unit: 'year', seconds: 31_536_000, until: Number.POSITIVE_INFINITY },
] as const;

const words = new Intl.RelativeTimeFormat('en', { style: 'short' });
/** Format of calendar words, as `yesterday`. */
const calendarWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** Returns the number of calendar days between two times, so that `yesterday` is the day before today. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

/** Describes a time relative to `now`, in the past or in the future. */
export function timeAgo(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in < 1 min.' : '< 1 min. ago';
  const step = steps.find(({ until }) => Math.abs(seconds) < until) ?? steps[4];
  if (step.unit === 'day') return calendarWords.format(daysBetween(now, at), 'day');
  const amount = seconds / step.seconds;
  const isExact = step.unit === 'minute' || step.unit === 'hour';
  return words.format(isExact ? Math.trunc(amount) : Math.round(amount), step.unit);
}

/** Returns the beginning of a day in the user's time zone, in ISO 8601; undefined for an invalid date. */
export function dayOf(text: string | undefined, daysLater = 0): string | undefined {
  const day = new Date(`${text ?? ''}T00:00:00`);
  if (Number.isNaN(day.getTime())) return undefined;
  day.setDate(day.getDate() + daysLater);
  return day.toISOString();
}
