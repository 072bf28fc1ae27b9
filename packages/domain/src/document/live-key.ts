import { createHash } from 'node:crypto';

/** What makes a live document unique in its namespace: its tenant and its external id. */
export function liveKey(tenantId: string | null, externalId: string): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256').update(JSON.stringify([tenantId, externalId]));
  return new Uint8Array(hash.digest());
}
