import type { MetadataFilter } from '@docfleet/sdk';

/** Reads a value: `2026` and `true` have their own types; a value in quotes is a text, and so is a number that would be written differently, as `01234`. */
function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  return text.replace(/^"(.*)"$/, '$1');
}

/** `team=people, year=2026` as a filter; undefined while it is none. */
export function readMetadataFilter(text: string): MetadataFilter | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => /^([^=]+)=(.+)$/.exec(pair));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => [pair?.[1]?.trim() ?? '', readValue(pair?.[2]?.trim() ?? '')]),
  );
}
