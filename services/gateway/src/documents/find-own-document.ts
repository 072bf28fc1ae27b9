import type { Database, DocumentModel } from '@docfleet/domain/database';
import { findDocumentOfOrganization } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';

/** The caller's document of this id; throws DOCUMENTS_NOT_FOUND, also when it is another organization's or tenant's. */
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
