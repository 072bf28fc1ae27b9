import type { Database, DocumentModel } from '@docfleet/domain/database';
import { findDocumentOfOrganization } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';

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
