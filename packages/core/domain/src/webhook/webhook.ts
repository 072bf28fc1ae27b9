import { randomBytes } from 'node:crypto';
import type { Database, WebhookModel } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { Vault } from '@docfleet/secrets';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { createId, isId } from '../database/identifier.ts';

/** A webhook as it may be shown: its keys are sealed. */
export type Webhook = Omit<WebhookModel, 'sealedKey' | 'sealedOldKey'>;

/** The settings that the owner of a webhook can change. */
export type WebhookSettings = Pick<
  WebhookModel,
  'name' | 'url' | 'events' | 'namespaceNames' | 'retryPolicy' | 'status'
>;

/** Scope of the webhooks that a request may see: those of the organization, or with a tenant id only that tenant's. */
export interface WebhookOwner {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

/** The condition for the webhooks that a request may see. */
const ownedBy = ({ organizationId, tenantId }: WebhookOwner) => ({
  organizationId,
  ...(tenantId !== undefined && { tenantId }),
});

/** Omitted from every query except that of the signer. */
const withoutKeys = { sealedKey: true, sealedOldKey: true } as const;

/** The webhooks that the owner may see, in order of their making. */
export async function listWebhooks(database: Database, owner: WebhookOwner): Promise<Webhook[]> {
  return database.webhook.findMany({ where: ownedBy(owner), orderBy: { id: 'asc' }, omit: withoutKeys });
}

/** Returns a webhook; undefined when there is none that the owner can see. */
export async function findWebhook(
  database: Database,
  owner: WebhookOwner,
  id: string,
): Promise<Webhook | undefined> {
  if (!isId(id)) return undefined;
  const found = await database.webhook.findFirst({ where: { id, ...ownedBy(owner) }, omit: withoutKeys });
  return found ?? undefined;
}

/** The prefix and the 24 to 64 random bytes of https://www.standardwebhooks.com. */
const prefix = 'whsec_';
const keyBytes = 32;
const shownCharacters = 4;

/** A new key that signs what a webhook is sent: `whsec_` and 32 random bytes in base64. */
const createSigningKey = (): string => `${prefix}${randomBytes(keyBytes).toString('base64')}`;

/** Returns the part of an existing key that may be shown. */
const maskSigningKey = (key: string): string => `${prefix}****${key.slice(-shownCharacters)}`;

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

/** A webhook that is enabled again or gets another URL starts without its failures. */
const cleanRecord = { disabledReason: null, consecutiveFailures: 0, failingSince: null };

/** Undefined fields stay unchanged. */
export type WebhookChanges = { readonly [Key in keyof WebhookSettings]?: WebhookSettings[Key] | undefined };

/** Changes the given fields; undefined when the webhook was deleted meanwhile. */
export async function updateWebhook(
  database: Database,
  actor: Actor,
  { id, tenantId }: Pick<Webhook, 'id' | 'tenantId'>,
  changes: WebhookChanges,
): Promise<Webhook | undefined> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(entries) as Partial<WebhookSettings>;
  const begins = changes.status === 'ACTIVE' || changes.url !== undefined;
  return database.$transaction(async (session) => {
    const [updated] = await session.webhook.updateManyAndReturn({
      where: { id },
      data: { ...given, ...(begins && cleanRecord) },
      omit: withoutKeys,
    });
    if (!updated) return undefined;
    const change = { action: 'webhook.updated', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, { ...change, details: { changed: Object.keys(given) } });
    return updated;
  });
}

/** Deletes a webhook: nothing more is sent to it. Its deliveries are deleted after their retention. */
export async function deleteWebhook(
  database: Database,
  actor: Actor,
  { id, tenantId }: Pick<Webhook, 'id' | 'tenantId'>,
): Promise<void> {
  await database.$transaction(async (session) => {
    const { count } = await session.webhook.deleteMany({ where: { id } });
    if (count === 0) return;
    const change = { action: 'webhook.deleted', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, actor, change);
  });
}

/** Disables an active webhook with a reason for its owner; false when it was no longer active. */
export async function disableWebhook(database: Database, id: string, reason: string): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [disabled] = await session.webhook.updateManyAndReturn({
      where: { id, status: 'ACTIVE' },
      data: { status: 'DISABLED', disabledReason: reason },
      select: { organizationId: true, tenantId: true },
    });
    if (!disabled) return false;
    const { organizationId, tenantId } = disabled;
    const change = { action: 'webhook.disabled', targetType: 'webhook', targetId: id, tenantId } as const;
    await recordAuditEvent(session, { organizationId, apiKeyId: null }, { ...change, details: { reason } });
    return true;
  });
}
