import type { Database } from '@docfleet/domain/database';
import { findNamespace, type Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';

/** A namespace as requests name it. An invalid name is handled like one that does not exist. */
export const namespaceId = z.string().min(1).describe("The namespace's identifier, which is its name");

/** The caller's namespace of this name; throws NAMESPACE_NOT_FOUND, also for one of another organization. */
export async function findOwnNamespace(
  { database }: { readonly database: Database },
  organizationId: string,
  name: string,
): Promise<Namespace> {
  const namespace = await findNamespace(database, organizationId, name);
  if (!namespace)
    throw new AppError(
      'NAMESPACE_NOT_FOUND',
      `There is no namespace "${name.slice(0, 64)}": GET /v1/namespaces lists yours, POST /v1/namespaces creates one`,
    );
  return namespace;
}
