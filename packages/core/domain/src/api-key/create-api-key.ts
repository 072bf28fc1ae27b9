import { ApiKeyScope, type Database, type DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { lockApiKeys } from '../organization/require-room.ts';
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
  /** The key whose limit it shares, and with it those that this one shares; null: its own alone. */
  readonly limitKeyId?: string | null;
}

/** Writes the row of a new key. */
export async function insertApiKey(
  session: DatabaseSession,
  parts: KeyParts,
  { organizationId, name, scopes, expiresAt = null, rateLimitPerMinute = null, limitKeyId = null }: NewApiKey,
): Promise<void> {
  const inOrder = Object.values(ApiKeyScope).filter((scope) => scopes.includes(scope));
  const secretHash = hashSecret(parts.secret);
  const key = {
    organizationId,
    name,
    scopes: inOrder,
    secretHash,
    expiresAt,
    rateLimitPerMinute,
    limitKeyId,
  };
  await session.apiKey.create({ data: { id: parts.id, ...key } });
}

/** Throws ORGANIZATION_LIMIT_REACHED when the organization has as many working keys as one may have. */
async function requireRoom(session: DatabaseSession, organizationId: string): Promise<void> {
  await lockApiKeys(session, organizationId);
  const now = new Date();
  const count = await session.apiKey.count({
    where: { organizationId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  if (count < limits.apiKeysPerOrganization) return;
  const message = `An organization can have ${limits.apiKeysPerOrganization} API keys: revoke one that is not used`;
  throw new AppError('ORGANIZATION_LIMIT_REACHED', message);
}

/** Creates a key and returns it in full; it cannot be read again. `createdBy` is the key of the request, unset for the operator. */
export async function createApiKey(
  database: Database,
  { createdBy = null, ...order }: NewApiKey & { readonly createdBy?: string | null },
): Promise<string> {
  const parts = createKeyParts();
  const { organizationId, name, scopes } = order;
  await database.$transaction(async (session) => {
    if (createdBy !== null) await requireRoom(session, organizationId);
    await insertApiKey(session, parts, { ...order, limitKeyId: createdBy });
    await recordAuditEvent(
      session,
      { organizationId, apiKeyId: createdBy },
      { action: 'api_key.created', targetType: 'api_key', targetId: parts.id, details: { name, scopes } },
    );
  });
  return writeKey(parts);
}
