import type { MetadataFilter } from '@docfleet/sdk';

/**
 * Parses a value: `2026` and `true` become a number and a boolean. A quoted value is a text, and so is a number with another spelling, such
 * as `01234`.
 */
function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  return text.replace(/^"(.*)"$/, '$1');
}

/** Parses `team=people, year=2026` as a filter; undefined if a pair is incomplete. */
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
