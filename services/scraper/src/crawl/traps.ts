const longestAddress = 2_000;
const maxSegments = 16;
const maxRepeats = 3;
/** Calendars lead on for ever; content lies within some years. */
const yearsAround = 10;

const calendarPath = /\/(?:calendar|events?|kalender|agenda|schedule)\b/i;
const yearAt = /(?:^|[/=_-])((?:19|20|21|22)\d\d)(?=[/&_-]|$)/g;

function isFarCalendar(url: URL, thisYear: number): boolean {
  const place = url.pathname + url.search;
  if (!calendarPath.test(place)) return false;
  const years = [...place.matchAll(yearAt)].map(([, year]) => Number(year));
  return years.some((year) => Math.abs(year - thisYear) > yearsAround);
}

/** A path that grows by what it had already: `/a/b/a/b/a/b`, as wrong relative links make them. */
function growsInCircles(segments: readonly string[]): boolean {
  if (segments.length < maxRepeats) return false;
  const counts = new Map<string, number>();
  for (const [index, segment] of segments.entries()) {
    const pair = `${segment}/${segments[index + 1] ?? ''}`;
    for (const key of [segment, pair]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= maxRepeats);
}

/** Whether an address looks like one of endlessly many that a server makes up as it is asked. */
export function isTrap(url: URL, now: Date = new Date()): boolean {
  if (url.href.length > longestAddress) return true;
  const segments = url.pathname.split('/').filter(Boolean);
  if (segments.length > maxSegments) return true;
  return growsInCircles(segments) || isFarCalendar(url, now.getUTCFullYear());
}
