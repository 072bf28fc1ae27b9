import { ApiKeyScope, type Database, type DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { lockApiKeys } from '../organization/organizations.ts';
import {
  type ApiKey,
  apiKeyNotFound,
  apiKeyStatus,
  createKeyParts,
  hashSecret,
  type KeyParts,
  writeKey,
} from './api-key.ts';

/** The highest rate limit of a key, in requests per minute. */
export const maxRateLimit = 1_000_000;

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
async function insertApiKey(
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

/** Time for which the old key remains valid, in seconds. */
export const gracePeriodSeconds = { default: 86_400, max: 30 * 86_400 } as const;

const earlier = (first: Date | null, second: Date) => (first && first < second ? first : second);

/**
 * Replaces a key by a new one with the same name, scopes, expiry and limit; the old one remains valid for the grace period. Returns the
 * new one in full; throws API_KEY_NOT_FOUND, or API_KEY_CONFLICT when the key is not valid or was rotated before.
 */
export async function rotateApiKey(
  database: Database,
  actor: Actor,
  { id, gracePeriodMs }: { id: string; gracePeriodMs: number },
): Promise<string> {
  const { organizationId } = actor;
  const parts = createKeyParts();
  await database.$transaction(async (session) => {
    await lockApiKeys(session, organizationId);
    const old = await session.apiKey.findFirst({ where: { id, organizationId } });
    if (!old) throw apiKeyNotFound();
    const status = apiKeyStatus(old);
    if (status !== 'ACTIVE')
      throw new AppError('API_KEY_CONFLICT', `The API key is ${status}: create a new one instead`);
    if (old.rotatedToId)
      throw new AppError(
        'API_KEY_CONFLICT',
        `The API key was rotated to ${old.rotatedToId}: rotate that one`,
      );
    // The old one keeps working for a while: both share its limit.
    await insertApiKey(session, parts, { ...old, limitKeyId: old.id });
    const expiresAt = earlier(old.expiresAt, new Date(Date.now() + gracePeriodMs));
    await session.apiKey.update({ where: { id }, data: { expiresAt, rotatedToId: parts.id } });
    const details = { rotatedToId: parts.id, expiresAt };
    const change = { action: 'api_key.rotated', targetType: 'api_key', targetId: id, details } as const;
    await recordAuditEvent(session, actor, change);
  });
  return writeKey(parts);
}

/** Requires another key that can manage keys and does not expire soon. */
async function requireAnotherAdmin(session: DatabaseSession, { id, organizationId }: ApiKey): Promise<void> {
  const others = await session.apiKey.count({
    where: {
      organizationId,
      id: { not: id },
      scopes: { has: 'admin' },
      revokedAt: null,
      rotatedToId: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
  });
  if (others > 0) return;
  throw new AppError(
    'API_KEY_CONFLICT',
    'This is the last admin key that works: create another first, or let the operator revoke it',
  );
}

/**
 * Revokes a key permanently; a revoked one is left unchanged. Throws API_KEY_NOT_FOUND, and API_KEY_CONFLICT when no admin key would be
 * left, except for the operator (an actor without a key), who can always create another.
 */
export async function revokeApiKey(database: Database, actor: Actor, id: string): Promise<ApiKey> {
  const { organizationId } = actor;
  return database.$transaction(async (session) => {
    await lockApiKeys(session, organizationId);
    const key = await session.apiKey.findFirst({
      where: { id, organizationId },
      omit: { secretHash: true },
    });
    if (!key) throw apiKeyNotFound();
    if (key.revokedAt) return key;
    const isWorkingAdmin = key.scopes.includes('admin') && apiKeyStatus(key) === 'ACTIVE';
    if (actor.apiKeyId !== null && isWorkingAdmin) await requireAnotherAdmin(session, key);
    const { name } = key;
    const change = { action: 'api_key.revoked', targetType: 'api_key', targetId: id } as const;
    await recordAuditEvent(session, actor, { ...change, details: { name } });
    return session.apiKey.update({
      where: { id },
      data: { revokedAt: new Date() },
      omit: { secretHash: true },
    });
  });
}
