/** Types of metadata values. */
export const valueKinds = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'flag', label: 'True or false' },
  { value: 'list', label: 'List of texts' },
] as const;

/** Name of a type of metadata values. */
export type ValueKind = (typeof valueKinds)[number]['value'];

/** Metadata value in the form of the API. */
export type TypedValue = string | number | boolean | readonly string[];

/** Parses a value of a type, lists separated by commas; undefined if it is invalid. */
export function readTypedValue(kind: ValueKind, typed: string): TypedValue | undefined {
  const text = typed.trim();
  if (kind === 'text') return typed;
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (kind === 'number') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

/** Returns the error of an entered value; undefined for a valid one. */
export function valueFault(kind: ValueKind, typed: string): string | undefined {
  if (readTypedValue(kind, typed) !== undefined) return undefined;
  return kind === 'number' ? 'Not a number' : 'Type true or false';
}

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
