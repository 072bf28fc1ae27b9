import { createHmac, timingSafeEqual } from 'node:crypto';

const tagLength = 16;

const tag = (key: Uint8Array, place: string, id: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['cursor', place, id]))
    .digest()
    .subarray(0, tagLength);

/** Writes the end of a page: the id of its last item, signed for one list (`place`), so that no other takes it. */
export function writeCursor(key: Uint8Array, place: string, id: string): string {
  return Buffer.concat([tag(key, place, id), Buffer.from(id)]).toString('base64url');
}

/** The id in a cursor of this list; undefined when it was not written for it. */
export function readCursor(key: Uint8Array, place: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const id = bytes.subarray(tagLength).toString();
  if (bytes.toString('base64url') !== cursor || bytes.length <= tagLength) return undefined;
  return timingSafeEqual(bytes.subarray(0, tagLength), tag(key, place, id)) ? id : undefined;
}
