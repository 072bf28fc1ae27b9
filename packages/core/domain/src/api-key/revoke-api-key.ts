import type { Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { lockApiKeys } from '../organization/require-room.ts';
import { type ApiKey, apiKeyNotFound, apiKeyStatus } from './find-api-keys.ts';

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
