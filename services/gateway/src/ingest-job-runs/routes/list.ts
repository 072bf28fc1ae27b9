import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { cutPage, pageInfo, pagination, readPage } from '@docfleet/api/pagination';
import {
  filterEnum,
  filterValues,
  ingestionSource,
  ingestJobRunStatus,
  timestamp,
  toTimestamp,
} from '@docfleet/api/shared-fields';
import { type DocumentStatus, jsonObject, SyncFrequency } from '@docfleet/domain/database';
import { listIngestJobRuns, type RunWithDocuments, type RunWithJob } from '@docfleet/domain/run';
import { z } from 'zod';
import { route } from '../../http/route.ts';

/** List of a run's response in which documents of each state appear, and the status shown there. */
export const places = {
  BACKLOG: ['queued', 'QUEUED'],
  QUEUED: ['queued', 'QUEUED'],
  QUEUED_FOR_RESYNC: ['queued', 'QUEUED'],
  QUEUED_FOR_UPDATE: ['queued', 'QUEUED'],
  PROCESSING: ['processing', 'PROCESSING'],
  SUCCESS: ['completed', 'SUCCESS'],
  FAILED: ['failed', 'FAILED'],
  CANCELLED: ['cancelled', 'CANCELLED'],
  // This run does no more work on it.
  QUEUED_FOR_DELETION: ['cancelled', 'CANCELLED'],
} as const satisfies Record<DocumentStatus, readonly [string, DocumentStatus]>;

export type List = (typeof places)[DocumentStatus][0];

const count = z.int().min(0);
export const documentCounts = z
  .object({ queued: count, processing: count, completed: count, failed: count, cancelled: count })
  .describe('Number of all documents, also those that a list has no room for');

/** Returns the number of documents of each list, also of those beyond its maximum length. */
export function countByPlace(counts: RunWithDocuments['counts']): Record<List, number> {
  const byPlace = { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const [status, documents] of Object.entries(counts))
    byPlace[places[status as DocumentStatus][0]] += documents;
  return byPlace;
}

const ingestJobRunResponse = z
  .object({
    id: z.string(),
    status: ingestJobRunStatus,
    errorMessage: z.string().nullable(),
    cancelledAt: timestamp.nullable().describe('Time at which the run was cancelled'),
    ingestConfig: z.object({
      source: ingestionSource,
      config: z.record(z.string(), z.unknown()),
      chunkConfig: z.object({ chunkSize: z.int(), chunkOverlap: z.int() }),
    }),
    syncFrequency: z.enum(SyncFrequency),
    tenantId: z.string().nullable(),
    namespace: z.object({ identifier: z.string(), id: z.string() }),
    organization: z.object({ id: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'IngestJobRun' });

const scrapeOptions = z.looseObject({ headers: jsonObject.optional() }).nullish();

/** Returns a configuration with the names of its scraping headers alone: their values may be credentials. */
function withoutHeaderValues(config: Record<string, unknown>): Record<string, unknown> {
  const options = scrapeOptions.parse(config['scrapeOptions']);
  if (!options?.headers) return config;
  const headers = Object.fromEntries(Object.keys(options.headers).map((name) => [name, '****']));
  return { ...config, scrapeOptions: { ...options, headers } };
}

/** Returns a run in the shape of `ingestJobRunResponse`; `namespaceName` is the name that the interface uses as the namespace's identifier. */
function presentIngestJobRun(run: RunWithJob, namespaceName: string): z.input<typeof ingestJobRunResponse> {
  const { source, config, chunkSize, chunkOverlap, syncFrequency } = run.job;
  return {
    id: run.id,
    status: run.status,
    errorMessage: run.errorMessage,
    cancelledAt: run.cancelledAt && toTimestamp(run.cancelledAt),
    ingestConfig: {
      source,
      config: withoutHeaderValues(jsonObject.parse(config)),
      chunkConfig: { chunkSize, chunkOverlap },
    },
    syncFrequency,
    tenantId: run.tenantId,
    namespace: { identifier: namespaceName, id: namespaceName },
    organization: { id: run.organizationId },
    createdAt: toTimestamp(run.createdAt),
    updatedAt: toTimestamp(run.updatedAt),
  };
}

const listIngestJobRunsBody = z
  .strictObject({
    namespaceId,
    ingestionJobRunStatuses: filterEnum(ingestJobRunStatus),
    ingestionSources: filterEnum(ingestionSource),
    connectionIds: filterValues('Runs that read any of these connections'),
    ingestJobRunIds: filterValues('The runs of these ids'),
    isCancelled: z
      .boolean()
      .optional()
      .describe('true: runs that were cancelled, whose status is COMPLETED as well; false: all others'),
    pagination,
  })
  .meta({ examples: [{ namespaceId: 'quickstart', ingestionSources: ['TEXT', 'WEBSITE'] }] });

export const listIngestJobRunsRoute = route({
  method: 'post',
  path: '/v1/ingest-job-runs',
  summary: 'List the ingest job runs of a namespace, the newest first',
  description:
    'A run is one execution of an ingestion. Filters combine with AND; each run has the counts of its documents by outcome.',
  tags: ['Ingest job runs'],
  scope: 'read',
  body: listIngestJobRunsBody,
  response: z.object({ ...pageInfo, ingestJobRuns: z.array(ingestJobRunResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ body, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const list = { key: context.linkKey, place: `ingest-job-runs/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const filter = {
      namespaceId: namespace.id,
      tenantId,
      statuses: body.ingestionJobRunStatuses,
      sources: body.ingestionSources,
      connectionIds: body.connectionIds,
      ids: body.ingestJobRunIds,
      isCancelled: body.isCancelled,
    };
    const runs = await context.lists.read((database) => listIngestJobRuns(database, filter, page));
    const { shown, info } = cutPage(runs, page, list);
    const ingestJobRuns = shown.map((run) => presentIngestJobRun(run, namespace.name));
    return { message: 'The ingest job runs', data: { ...info, ingestJobRuns } };
  },
});
