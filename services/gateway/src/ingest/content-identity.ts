import { createHash } from 'node:crypto';

/** Returns the external id of a document without one: equal for the same tenant, name and content. */
export function contentIdentity(
  tenantId: string | undefined,
  name: string | undefined,
  contentHash: Uint8Array,
): string {
  const identity = JSON.stringify([tenantId ?? null, name ?? null, Buffer.from(contentHash).toString('hex')]);
  return createHash('sha256').update(identity).digest('hex');
}
