import { acceptSource } from '@docfleet/domain/ingest';
import { findNamespace } from '@docfleet/domain/namespace';
import { addDocumentsToRun, closeListing } from '@docfleet/domain/run';
import type { TestGateway } from './start-test-gateway.ts';

const roomForAll = { windowSize: 100_000 };

/** A sitemap's job and first run with these pages as its documents, as the reading of the sitemap would leave them; returns their ids. */
export async function addPages(
  { context: { database, vault }, organizationId }: TestGateway,
  namespaceName: string,
  urls: readonly string[],
  { tenantId = null, open = false }: { tenantId?: string | null; open?: boolean } = {},
): Promise<{ ingestJobId: string; ingestJobRunId: string; documentIds: string[] }> {
  const namespace = await findNamespace(database, organizationId, namespaceName);
  if (!namespace) throw new Error('no such namespace');
  const { ingestJobId, ingestJobRunId } = await acceptSource(database, vault, {
    organizationId,
    namespaceId: namespace.id,
    tenantId,
    source: 'SITEMAP',
    config: { url: 'https://example.com/sitemap.xml' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'NEVER',
  });
  const pages = urls.map((url) => ({
    externalId: url,
    name: url,
    documentType: 'URL' as const,
    ingestionSource: 'SITEMAP' as const,
    metadata: { kind: 'page' },
    stage: 'FETCH_PAGE' as const,
  }));
  for (let start = 0; start < pages.length; start += 1_000)
    await addDocumentsToRun(database, ingestJobRunId, pages.slice(start, start + 1_000), roomForAll);
  if (!open) await closeListing(database, [ingestJobRunId]);
  const rows = await database.document.findMany({
    where: { ingestJobRunId },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return { ingestJobId, ingestJobRunId, documentIds: rows.map((row) => row.id) };
}

/** Ends a document where it stands, as if it had been processed. */
export async function endDocuments(
  { context: { database } }: TestGateway,
  ingestJobRunId: string,
  status: 'SUCCESS' | 'FAILED' = 'SUCCESS',
): Promise<void> {
  await database.document.updateMany({ where: { ingestJobRunId }, data: { status } });
  await database.ingestJobRunDocument.updateMany({ where: { ingestJobRunId }, data: { outcome: status } });
  await database.ingestJobRun.update({
    where: { id: ingestJobRunId },
    data: { status: 'COMPLETED', unfinishedDocuments: 0 },
  });
}
