import { randomBytes } from 'node:crypto';
import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { type Webhook, withoutKeys } from './webhook.ts';

/** The prefix and the 24 to 64 random bytes of https://www.standardwebhooks.com. */
const prefix = 'whsec_';
const keyBytes = 32;
const shownCharacters = 4;

/** A new key that signs what a webhook is sent: `whsec_` and 32 random bytes in base64. */
export const createSigningKey = (): string => `${prefix}${randomBytes(keyBytes).toString('base64')}`;

/** Returns the part of an existing key that may be shown. */
export const maskSigningKey = (key: string): string => `${prefix}****${key.slice(-shownCharacters)}`;

const hourMs = 3_600_000;

/**
 * Replaces a webhook's key and returns the new one, which is shown once. The previous one also signs for some hours; one before that ends
 * now. Undefined when the webhook was deleted meanwhile.
 */
export async function rotateSigningKey(
  database: Database,
  vault: Vault,
  actor: Actor,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ webhook: Webhook; signingKey: string } | undefined> {
  const signingKey = createSigningKey();
  return database.$transaction(async (session) => {
    await session.$queryRaw`SELECT 1 FROM webhooks WHERE id = ${id}::uuid FOR UPDATE`;
    const current = await session.webhook.findUnique({ where: { id } });
    if (!current) return undefined;
    const old =
      overlapHours > 0
        ? { sealedOldKey: current.sealedKey, oldKeyEndsAt: new Date(Date.now() + overlapHours * hourMs) }
        : { sealedOldKey: null, oldKeyEndsAt: null };
    const { tenantId } = current;
    const change = { action: 'webhook.key_rotated', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, { ...change, details: { overlapHours } });
    const webhook = await session.webhook.update({
      where: { id },
      data: { sealedKey: vault.seal(signingKey, id), maskedKey: maskSigningKey(signingKey), ...old },
      omit: withoutKeys,
    });
    return { webhook, signingKey };
  });
}
