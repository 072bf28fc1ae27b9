import type { Database, DatabaseSession } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { capabilitiesOf, type ProviderCapabilities, parseCapabilities } from './capabilities.ts';
import type { NamespaceConfigs } from './configs.ts';
import { changeGeneration } from './generation.ts';
import { type Namespace, toNamespace } from './namespace.ts';
import { previousConfigsOf } from './read-settings.ts';
import { sealConfigs, unsealConfigs } from './seal-configs.ts';

export interface NamespaceUpdate {
  readonly namespaceId: string;
  /** Configurations, each of which replaces the current one completely; undefined removes it. */
  readonly configs: NamespaceConfigs;
  /** Capabilities of the servers of the new ones; default: none are known. */
  readonly capabilities?: ProviderCapabilities;
  /** Whether documents may be re-embedded if the change requires it. */
  readonly reembed: boolean;
}

export interface UpdatedNamespace {
  readonly namespace: Namespace;
  /** The run that re-embeds the documents, if any. */
  readonly reembeddingRunId: string | undefined;
  readonly jobs: readonly OutboxJob[];
}

/** The words of the configuration's name, in capitals. */
const connectorOf = (config: string) =>
  config
    .replace(/Config$/, '')
    .replace(/[A-Z]/g, '_$&')
    .toUpperCase();

/** Another application signs its notifications with another secret, which its vendor sends anew. */
async function forgetSecrets(
  session: DatabaseSession,
  namespaceId: string,
  configs: readonly string[],
): Promise<void> {
  await session.$executeRaw`
    DELETE FROM notification_channels
    WHERE "namespaceId" = ${namespaceId}::uuid AND "connectionId" IS NULL AND connector::text = ANY(${configs.map(connectorOf)})`;
}

async function changeNamespace(
  session: DatabaseSession,
  vault: Vault,
  actor: Actor,
  { namespaceId, configs: changes, capabilities: found, reembed }: NamespaceUpdate,
): Promise<UpdatedNamespace | undefined> {
  // Waits for documents that are being accepted and blocks later ones, so that each is counted on one side of the change.
  await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR UPDATE`;
  const row = await session.namespace.findUnique({ where: { id: namespaceId, status: 'ACTIVE' } });
  if (!row) return undefined;
  const configs = unsealConfigs(vault, row.id, { shown: row.configs, sealed: row.sealedSecrets });
  const next = { ...configs, ...changes };
  const generation = await changeGeneration(session, vault, { row, configs, next, reembed });
  const { columns, reembeddingRunId, jobs } = generation;
  const { shown, sealed } = sealConfigs(vault, row.id, next);
  const known = { ...parseCapabilities(row.capabilities), ...found };
  const capabilities = capabilitiesOf(known, next, configs, previousConfigsOf(vault, row));
  const updated = await session.namespace.update({
    where: { id: row.id },
    data: { configs: shown, sealedSecrets: sealed, capabilities, version: { increment: 1 }, ...columns },
  });
  await forgetSecrets(session, row.id, Object.keys(changes));
  const details = { configs: Object.keys(changes), reembed: reembeddingRunId !== undefined };
  const change = {
    action: 'namespace.updated',
    targetType: 'namespace',
    targetId: row.name,
    details,
  } as const;
  await recordAuditEvent(session, actor, change);
  return { namespace: toNamespace(updated), reembeddingRunId, jobs };
}

/**
 * Replaces the given configurations and leaves the others; undefined when the namespace was deleted meanwhile. Work in progress continues.
 * Rejects with NAMESPACE_CONFLICT when vectors would be lost.
 */
export async function updateNamespace(
  database: Database,
  vault: Vault,
  actor: Actor,
  update: NamespaceUpdate,
): Promise<UpdatedNamespace | undefined> {
  return database.$transaction((session) => changeNamespace(session, vault, actor, update));
}
