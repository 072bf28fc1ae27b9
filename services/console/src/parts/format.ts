const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Formats milliseconds: `340 ms`, `1.2 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < minuteMs) return `${Math.round(ms / 1_000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ${Math.floor((ms % minuteMs) / 1_000)} s`;
  return `${Math.floor(ms / hourMs)} h ${Math.floor((ms % hourMs) / minuteMs)} min`;
}

/** Maximum length of a text in a line, in characters: names may be a megabyte long. */
const maxShownLength = 300;

/** Shortens a text of a user, which may have a megabyte and would slow the page down. */
export const shorten = (text: string, longest = maxShownLength): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/** Shortens a path from its start, as its end names the file; `…` marks the cut. */
export const shortenStart = (path: string, longest: number): string =>
  path.length > longest ? `…${path.slice(-longest)}` : path;

const plain = new Intl.NumberFormat('en');
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a number: `12,345`. */
export const formatNumber = (value: number): string => plain.format(value);

/** Formats a number with its noun: `1 chunk`, `12,345 chunks`. */
export const formatCount = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`;

/** Formats a number of bytes: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toFixed(step > 0 && value < 10 ? 1 : 0)} ${units[step]}`;
}
