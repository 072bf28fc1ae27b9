import { type Database, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/organizations.ts';
import { capabilitiesOf, type ProviderCapabilities } from './capabilities.ts';
import { type NamespaceConfigs, sealConfigs } from './configs.ts';
import { type Namespace, toNamespace } from './namespace.ts';

const uniqueViolation = 'P2002';

interface NewNamespace {
  readonly organizationId: string;
  readonly name: string;
  readonly configs: NamespaceConfigs;
  /** Capabilities of their servers; default: none are known. */
  readonly capabilities?: ProviderCapabilities;
}

/**
 * Creates a namespace; rejects with NAMESPACE_ALREADY_EXISTS when the organization has one of that name, also one being purged. Without
 * `actor` it is created by the operator.
 */
export async function createNamespace(
  database: Database,
  vault: Vault,
  { organizationId, name, configs, capabilities = {} }: NewNamespace,
  actor: Actor = { organizationId, apiKeyId: null },
): Promise<Namespace> {
  const id = createId();
  const { shown, sealed } = sealConfigs(vault, id, configs);
  try {
    return await database.$transaction(async (session) => {
      await requireRoom(session, organizationId, 'namespaces');
      const row = await session.namespace.create({
        data: {
          id,
          organizationId,
          name,
          configs: shown,
          sealedSecrets: sealed,
          capabilities: capabilitiesOf(capabilities, configs),
          analyzerVersion,
        },
      });
      const details = { configs: Object.keys(shown) };
      const change = {
        action: 'namespace.created',
        targetType: 'namespace',
        targetId: name,
        details,
      } as const;
      await recordAuditEvent(session, actor, change);
      return toNamespace(row);
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation)
      throw new AppError('NAMESPACE_ALREADY_EXISTS', `A namespace "${name}" exists already`);
    throw error;
  }
}
