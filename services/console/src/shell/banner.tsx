import { useEffect, useState } from 'react';
import { health } from '../api/health.ts';
import { Icon } from '../parts/icon.tsx';
import { useStore } from '../store.ts';

/** Returns the whole seconds until a time, counted down while the page is open. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Banner about connection problems and rate limits. */
export function Banner() {
  const { isLost, waitsUntil } = useStore(health);
  const seconds = useSecondsUntil(waitsUntil);
  const text = isLost
    ? 'docfleet cannot be reached. Reconnecting automatically; your input is kept.'
    : seconds > 0
      ? `Rate limit reached. Continuing automatically in ${seconds} s.`
      : '';
  return (
    <div role="status">
      {text && (
        <p className="banner">
          <Icon name="warning" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
