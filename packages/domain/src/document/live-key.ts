import { createHash } from 'node:crypto';

/** Returns the hash that is unique among the live documents of a namespace: of the tenant and the external id. */
export function liveKey(tenantId: string | null, externalId: string): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256').update(JSON.stringify([tenantId, externalId]));
  return new Uint8Array(hash.digest());
}
