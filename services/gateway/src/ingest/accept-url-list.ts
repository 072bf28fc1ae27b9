import { DocumentStatus } from '@docfleet/domain/database';
import type { AcceptedSource } from '@docfleet/domain/ingest';
import {
  addDocumentsToRun,
  closeListing,
  type FoundDocument,
  findDocumentsOfRun,
} from '@docfleet/domain/run';
import { pageAddress } from '@docfleet/scraping';
import type { GatewayContext } from '../http/context.ts';

const batchSize = 200;

interface UrlList {
  readonly urls: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Adds the pages of a list to its run; returns the document of each address in their order. If the gateway dies before the end, the run's
 * job repeats it: adding a page twice has no effect.
 */
export async function acceptUrlList(
  { database, dispatcher, admissionWindow }: GatewayContext,
  { ingestJobRunId }: AcceptedSource,
  { urls, metadata }: UrlList,
) {
  const pages = urls.flatMap((address) => pageAddress(address)?.href ?? []);
  const found: FoundDocument[] = [];
  for (const externalId of new Set(pages))
    found.push({
      externalId,
      name: null,
      documentType: 'URL',
      ingestionSource: 'URLS_LIST',
      metadata,
      stage: 'FETCH_PAGE',
    });
  for (let start = 0; start < found.length; start += batchSize)
    dispatcher.dispatch(
      (await addDocumentsToRun(
        database,
        ingestJobRunId,
        found.slice(start, start + batchSize),
        admissionWindow,
      )) ?? [],
    );
  await closeListing(database, [ingestJobRunId]);
  const ids = await findDocumentsOfRun(database, ingestJobRunId);
  return pages.flatMap((page) => {
    const id = ids.get(page);
    return id ? [{ id, status: DocumentStatus.QUEUED, error: null }] : [];
  });
}
