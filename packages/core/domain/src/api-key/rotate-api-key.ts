import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { lockApiKeys } from '../organization/require-room.ts';
import { insertApiKey } from './create-api-key.ts';
import { apiKeyNotFound, apiKeyStatus } from './find-api-keys.ts';
import { createKeyParts, writeKey } from './key-format.ts';

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
