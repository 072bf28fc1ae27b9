import { invalidWebSource, urlListConfig } from '@docfleet/api/web-source';
import { DocumentStatus } from '@docfleet/domain/database';
import { readSourceValues } from '@docfleet/domain/document';
import type { AcceptedSource } from '@docfleet/domain/ingest';
import {
  addDocumentsToRun,
  closeListing,
  type FoundDocument,
  findDocumentsOfRun,
} from '@docfleet/domain/run';
import { pageAddress, recognizeYouTube } from '@docfleet/scraping';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { documentOutcome, sourceBody, syncFrequency } from '../source-body.ts';
import { acceptWebSource } from './web-sources.ts';

const batchSize = 200;

interface UrlList {
  readonly urls: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Adds the pages of a list to its run; returns the document of each address in their order. If the gateway dies before the end, the run's
 * job repeats it: adding a page twice has no effect.
 */
async function acceptUrlList(
  { database, dispatcher, admissionWindow }: GatewayContext,
  { ingestJobRunId }: AcceptedSource,
  { urls, metadata }: UrlList,
) {
  const pages = urls.flatMap((address) => pageAddress(address)?.href ?? []);
  const found: FoundDocument[] = [];
  for (const externalId of new Set(pages))
    found.push({
      externalId,
      source: readSourceValues({ url: externalId }),
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

const ingestUrlsBody = sourceBody('URLS_LIST', urlListConfig, syncFrequency).meta({
  examples: [
    {
      namespaceId: 'quickstart',
      ingestConfig: {
        source: 'URLS_LIST',
        config: { urls: ['https://example.com/leave', 'https://example.com/travel'] },
      },
    },
  ],
});

const urlsAccepted = z
  .object({
    ingestJobRunId: z.string().describe('Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId}'),
    documents: z
      .array(documentOutcome)
      .describe('One for each URL, in their order; empty where the list holds videos'),
  })
  .meta({ id: 'UrlsAccepted' });

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const ingestUrls = route({
  method: 'post',
  path: '/v1/ingest/urls',
  summary: 'Ingest a list of web pages',
  description:
    'Pages are scraped; videos, playlists and channels of YouTube are recognized and read as by /v1/ingest/youtube. Addresses that differ only in their fragment or in tracking parameters are one page.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestUrlsBody,
  bodyLimit: ({ jsonBytes }) => 4 * jsonBytes,
  status: 202,
  response: urlsAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'WEB_SCRAPER_CONFIG_NOT_SET'],
  invalid: invalidWebSource,
  failed: 'INGESTION_FAILED',

  async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
    const { urls, metadata = {} } = ingestConfig.config;
    const videos = urls.filter((address) => recognizeYouTube(new URL(address))).length;
    const pages = urls.length - videos;
    const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper: pages > 0 };
    const accepted = await acceptWebSource(context, asked);
    const { ingestJobRunId, jobs, namespace } = accepted;
    if (videos > 0) {
      context.dispatcher.dispatch(jobs);
      const message = `Accepted: ${countOf(videos, 'video')} and ${countOf(pages, 'web page')}`;
      return { message, data: { ingestJobRunId, documents: [] } };
    }
    const list = { namespaceId: namespace.id, urls, metadata };
    const documents = await acceptUrlList(context, accepted, list);
    return { message: 'The pages were accepted', data: { ingestJobRunId, documents } };
  },
});
