import { InvalidArgumentError } from 'commander';

/** A whole number from `least` to `most`. */
export const readInteger =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

/** A number from 0 to 1. */
export function readShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+(e-\d+)?$/.test(text) && share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

/** Returns a reader of an option that takes one of some words, in any case. */
export const readOneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (text: string): Choice => {
    const found = choices.find((choice) => choice === text.toUpperCase().replaceAll('-', '_'));
    if (found) return found;
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ').toLowerCase()}.`);
  };

/** Several of these, separated by commas or given one after the other. */
export const readSome =
  <Choice extends string>(choices: readonly Choice[]) =>
  (text: string, before: readonly Choice[] | undefined): Choice[] => [
    ...(before ?? []),
    ...text.split(',').map((part) => readOneOf(choices)(part.trim())),
  ];

/** Several texts, given one after the other. */
export const readTexts = (text: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  text,
];

type Fields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Reads repeated `key=value` options; a repeated key collects several values. `true`, `false` and numbers are parsed as such. */
export function readFields(text: string, before: Fields | undefined): Fields {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be key=value.');
  const key = text.slice(0, at);
  const value = text.slice(at + 1);
  const earlier = before && Object.hasOwn(before, key) ? before[key] : undefined;
  return {
    ...before,
    [key]: earlier === undefined ? typed(value) : [...[earlier].flat().map(String), value],
  };
}

/** A number only where nothing of its writing would be lost: 007 and 1e3 stay texts. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Returns a day or moment of ISO 8601 as the API takes it. Without an offset it is in UTC on every machine, not only where it is a day. */
export function readMoment(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const hasOffset = isDay || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const moment = new Date(hasOffset ? text : `${text}Z`);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(moment.getTime())) return moment.toISOString();
  throw new InvalidArgumentError(
    'It must be a day or moment like 2026-11-27 or 2026-11-27T08:00:00+02:00; UTC without an offset.',
  );
}

/** Whether a text is an http or https address without a user. */
export function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

/** An http or https address. */
export function readAddress(text: string): string {
  if (isAddress(text)) return text;
  throw new InvalidArgumentError('It must be an address like https://docfleet.example.com.');
}
