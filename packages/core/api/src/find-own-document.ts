import type { Database, DocumentModel } from '@docfleet/domain/database';
import { findDocumentOfOrganization } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';

/** Returns the caller's document; throws DOCUMENTS_NOT_FOUND, also for one of another organization or tenant. */
export async function findOwnDocument(
  { database }: { readonly database: Database },
  owned: {
    readonly organizationId: string;
    readonly tenantId: string | undefined;
    readonly documentId: string;
  },
): Promise<DocumentModel> {
  const document = await findDocumentOfOrganization(database, owned);
  if (!document) throw new AppError('DOCUMENTS_NOT_FOUND', 'There is no document of this id');
  return document;
}
