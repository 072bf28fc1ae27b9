import type { Database, DocumentModel } from '@docfleet/domain/database';
import { findDocumentOfOrganization } from '@docfleet/domain/document';
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

/** Returns the caller's document; throws DOCUMENTS_NOT_FOUND, also for one of another organization, tenant or, where it is given, namespace. */
export async function findOwnDocument(
  { database }: { readonly database: Database },
  owned: {
    readonly organizationId: string;
    readonly tenantId: string | undefined;
    readonly documentId: string;
    readonly namespaceId?: string;
  },
): Promise<DocumentModel> {
  const document = await findDocumentOfOrganization(database, owned);
  const isElsewhere = owned.namespaceId !== undefined && document?.namespaceId !== owned.namespaceId;
  if (!document || isElsewhere) throw new AppError('DOCUMENTS_NOT_FOUND', 'There is no document of this id');
  return document;
}
