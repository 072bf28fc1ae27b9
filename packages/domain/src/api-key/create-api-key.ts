import { ApiKeyScope, type Database, type DatabaseSession } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { createKeyParts, hashSecret, type KeyParts, writeKey } from './key-format.ts';

/** The highest rate limit of a key, in requests per minute. */
export const highestRateLimit = 1_000_000;

export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly expiresAt?: Date | null;
  /** Requests a minute; null for the operator's default. */
  readonly rateLimitPerMinute?: number | null;
}

/** Writes the row of a new key. */
export async function insertApiKey(
  session: DatabaseSession,
  parts: KeyParts,
  { organizationId, name, scopes, expiresAt = null, rateLimitPerMinute = null }: NewApiKey,
): Promise<void> {
  const inOrder = Object.values(ApiKeyScope).filter((scope) => scopes.includes(scope));
  const secretHash = hashSecret(parts.secret);
  const key = { organizationId, name, scopes: inOrder, secretHash, expiresAt, rateLimitPerMinute };
  await session.apiKey.create({ data: { id: parts.id, ...key } });
}

/** Creates a key and returns it in full; it cannot be read again. `createdBy` is the key of the request, unset for the operator. */
export async function createApiKey(
  database: Database,
  { createdBy = null, ...order }: NewApiKey & { readonly createdBy?: string | null },
): Promise<string> {
  const parts = createKeyParts();
  const { organizationId, name, scopes } = order;
  await database.$transaction(async (session) => {
    await insertApiKey(session, parts, order);
    await recordAuditEvent(
      session,
      { organizationId, apiKeyId: createdBy },
      { action: 'api_key.created', targetType: 'api_key', targetId: parts.id, details: { name, scopes } },
    );
  });
  return writeKey(parts);
}
