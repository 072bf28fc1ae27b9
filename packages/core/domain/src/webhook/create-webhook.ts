import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { Vault } from '@docfleet/secrets';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { createId } from '../database/identifier.ts';
import { createSigningKey, maskSigningKey } from './rotate-signing-key.ts';
import { type Webhook, type WebhookSettings, withoutKeys } from './webhook.ts';

/** Every event is delivered once for each of them. */
const maxWebhooks = limits.webhooksPerOrganization;

export interface NewWebhook extends Omit<WebhookSettings, 'status'> {
  readonly tenantId: string | null;
}

/** Creates an active webhook and returns it with its key, which is shown once; rejects with WEBHOOK_LIMIT_REACHED beyond 50 per organization. */
export async function createWebhook(
  database: Database,
  vault: Vault,
  actor: Actor,
  settings: NewWebhook,
): Promise<{ webhook: Webhook; signingKey: string }> {
  const id = createId();
  const { organizationId } = actor;
  const signingKey = createSigningKey();
  const sealed = { sealedKey: vault.seal(signingKey, id), maskedKey: maskSigningKey(signingKey) };
  const webhook = await database.$transaction(async (session) => {
    // Of two concurrent requests, the second counts the webhook of the first.
    await session.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if ((await session.webhook.count({ where: { organizationId } })) >= maxWebhooks)
      throw new AppError('WEBHOOK_LIMIT_REACHED', `An organization can have ${maxWebhooks} webhooks`);
    const { tenantId, url } = settings;
    const change = { action: 'webhook.created', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, { ...change, details: { host: new URL(url).host } });
    return session.webhook.create({
      data: { id, organizationId, ...settings, ...sealed },
      omit: withoutKeys,
    });
  });
  return { webhook, signingKey };
}
