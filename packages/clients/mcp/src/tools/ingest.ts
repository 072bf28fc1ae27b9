import { DocfleetError, type IngestJobRunDocuments } from '@docfleet/sdk';
import { z } from 'zod';
import {
  accepted,
  cleanLine,
  defined,
  defineTool,
  fetches,
  looks,
  metadata,
  namespaceId,
  presentAccepted,
  type ToolContext,
} from '../tool.ts';

const maxFailures = 20;
const maxWaitSeconds = 20;

const failure = z.object({ documentId: z.string(), error: z.string().nullable() });
const skipped = z.object({ externalId: z.string(), name: z.string(), reason: z.string() });

const output = z.object({
  status: z
    .string()
    .describe(
      'COMPLETED, COMPLETED_WITH_ERRORS or FAILED when all its documents have ended; NEEDS_CONFIRMATION when deletions have to be confirmed',
    ),
  error: z.string().nullable().describe('Reason for which the source could not be read'),
  counts: z.object({
    queued: z.int(),
    processing: z.int(),
    completed: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  failures: z.array(failure).describe(`The first ${maxFailures} documents that failed, and why`),
  skipped: z.array(skipped).describe(`The first ${maxFailures} items that cannot be ingested, and why`),
});

interface Waiting {
  readonly namespaceId: string;
  readonly ingestJobRunId: string;
  readonly waitSeconds: number;
}

/** The run when it has ended, or as it is when the wait is over. */
async function waitFor({ client, request }: ToolContext, { waitSeconds, ...run }: Waiting) {
  if (waitSeconds === 0) return client.runs.get(run, request);
  let last: IngestJobRunDocuments | undefined;
  const onProgress = (state: IngestJobRunDocuments) => {
    last = state;
  };
  const options = { ...request, onProgress, allowFailures: true, deadlineMs: waitSeconds * 1_000 };
  return client.waitForRun(run, options).catch((error: unknown) => {
    if (last && error instanceof DocfleetError && error.code === 'TIMEOUT') return last;
    throw error;
  });
}

function present({ status, errorMessage, documentCounts, documents, items }: IngestJobRunDocuments) {
  return {
    status,
    error: errorMessage,
    counts: documentCounts,
    failures: documents.failed.slice(0, maxFailures).map(({ id, error }) => ({ documentId: id, error })),
    skipped: (items?.skippedItems ?? []).slice(0, maxFailures).map((item) => ({ ...item })),
  };
}

export const ingestStatus = defineTool({
  name: 'ingest_status',
  title: 'Ask for an ingestion',
  description: 'Reports the progress of an ingestion: how many documents are done, which failed and why.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    namespaceId,
    ingestJobRunId: z.string().describe('As an ingest tool returned it'),
    waitSeconds: z
      .int()
      .min(0)
      .max(maxWaitSeconds)
      .default(0)
      .describe('Seconds to wait for the end before answering'),
  }),
  output,

  async run({ namespaceId, ingestJobRunId, waitSeconds }, context) {
    const data = present(await waitFor(context, { namespaceId, ingestJobRunId, waitSeconds }));
    const { completed, failed, queued, processing, cancelled } = data.counts;
    const lines = [
      `${data.status}: ${completed} done, ${failed} failed, ${queued + processing} to do, ${cancelled} cancelled`,
      ...(data.error === null ? [] : [`The source could not be read: ${cleanLine(data.error)}`]),
      ...data.failures.map(
        ({ documentId, error }) => `- ${documentId} failed: ${cleanLine(error ?? 'no reason')}`,
      ),
      ...data.skipped.map(({ name, reason }) => `- ${cleanLine(name)} was skipped: ${cleanLine(reason)}`),
    ];
    return { data, text: lines.join('\n') };
  },
});

const paths = z.array(z.string().min(1)).min(1);

const site = {
  namespaceId,
  url: z.url(),
  includePaths: paths.optional().describe('Only addresses that contain one of these'),
  excludePaths: paths.optional().describe('No address that contains one of these'),
  metadata: metadata.optional(),
};

export const ingestUrls = defineTool({
  name: 'ingest_urls',
  title: 'Ingest web pages',
  description:
    'Fetches web pages, files on the web and videos by their addresses, and makes them searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    namespaceId,
    urls: z.array(z.url()).min(1).max(1_000),
    metadata: metadata.optional(),
  }),
  output: accepted,

  async run({ namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'URLS_LIST', config: defined(config) } as const;
    return presentAccepted(await client.ingest.urls({ namespaceId, ingestConfig }, request));
  },
});

export const ingestSitemap = defineTool({
  name: 'ingest_sitemap',
  title: 'Ingest the pages of a sitemap',
  description: 'Reads a sitemap.xml and makes the pages that it lists searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    ...site,
    maxLinks: z.int().min(1).optional().describe('Most pages; 1000 by default'),
  }),
  output: accepted,

  async run({ namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'SITEMAP', config: defined(config) } as const;
    return presentAccepted(await client.ingest.sitemap({ namespaceId, ingestConfig }, request));
  },
});

export const ingestWebsite = defineTool({
  name: 'ingest_website',
  title: 'Ingest a website',
  description: 'Follows the links of a website from one page on, and makes its pages searchable.',
  scope: 'ingest',
  hints: fetches,
  input: z.strictObject({
    ...site,
    maxDepth: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe('Maximum number of links from the start; 3 by default'),
    maxLinks: z.int().min(1).optional().describe('Most pages; 100 by default'),
  }),
  output: accepted,

  async run({ namespaceId, ...config }, { client, request }) {
    const ingestConfig = { source: 'WEBSITE', config: defined(config) } as const;
    return presentAccepted(await client.ingest.website({ namespaceId, ingestConfig }, request));
  },
});
