import type { ByteRange } from '@docfleet/file-store';

/**
 * The bytes that a `Range` header names, both ends included. Undefined without one, and for several ranges, for the last bytes of a file
 * and for what is no range: those get the whole file, as https://www.rfc-editor.org/rfc/rfc9110#section-14.2 allows.
 */
export function readByteRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const range = { first: Number(first), last: last ? Number(last) : Number.MAX_SAFE_INTEGER };
  return range.last < range.first ? undefined : range;
}
