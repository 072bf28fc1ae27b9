import { type Database, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../identifier.ts';
import { type NamespaceConfigs, separateSecrets } from './configs.ts';
import { type Namespace, toNamespace } from './namespace.ts';

const uniqueViolation = 'P2002';

/** Creates a namespace; rejects with NAMESPACE_ALREADY_EXISTS when the organisation has one of that name, also one being purged. */
export async function createNamespace(
  database: Database,
  vault: Vault,
  { organizationId, name, configs }: { organizationId: string; name: string; configs: NamespaceConfigs },
): Promise<Namespace> {
  const id = createId();
  const { shown, secret } = separateSecrets(configs);
  try {
    const row = await database.namespace.create({
      data: {
        id,
        organizationId,
        name,
        configs: shown as Prisma.InputJsonObject,
        sealedSecrets: vault.seal(JSON.stringify(secret), id),
      },
    });
    return toNamespace(row);
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation)
      throw new AppError('NAMESPACE_ALREADY_EXISTS', `A namespace "${name}" exists already`);
    throw error;
  }
}
