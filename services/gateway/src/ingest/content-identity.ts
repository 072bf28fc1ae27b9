import { createHash } from 'node:crypto';

/** The external id of a document that came without one: the same tenant, name and content are the same document. */
export function contentIdentity(
  tenantId: string | undefined,
  name: string | undefined,
  contentHash: Uint8Array,
): string {
  const identity = JSON.stringify([tenantId ?? null, name ?? null, Buffer.from(contentHash).toString('hex')]);
  return createHash('sha256').update(identity).digest('hex');
}
