import { useEffect, useState } from 'react';

const steps = [
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 2_592_000 },
  { unit: 'month', seconds: 2_592_000, until: 31_536_000 },
  { unit: 'year', seconds: 31_536_000, until: Number.POSITIVE_INFINITY },
] as const;

const words = new Intl.RelativeTimeFormat('en', { style: 'short' });
/** Words of the calendar, as `yesterday`. */
const calendarWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const refreshMs = 30_000;

/** Days of the calendar, so that `yesterday` is the day before today. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

/** How long ago a moment is, in words; also how far ahead. */
export function timeAgo(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in < 1 min.' : '< 1 min. ago';
  const step = steps.find(({ until }) => Math.abs(seconds) < until) ?? steps[4];
  if (step.unit === 'day') return calendarWords.format(daysBetween(now, at), 'day');
  return words.format(Math.round(seconds / step.seconds), step.unit);
}

/** A moment as it is written. */
export const formatMoment = (at: string): string => whole.format(new Date(at));

/** How long ago a moment is; the moment itself when the pointer rests on it. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {timeAgo(moment, now)}
    </time>
  );
}
