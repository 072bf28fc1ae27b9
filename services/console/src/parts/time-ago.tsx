import { useEffect, useState } from 'react';
import { timeAgo } from './time-words.ts';

const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const refreshMs = 30_000;

/** Formats a time of ISO 8601 as date and time to the second, in the user's time zone. */
export const formatMoment = (at: string): string => whole.format(new Date(at));

/** Time relative to now; the time itself when the pointer rests on it. */
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
