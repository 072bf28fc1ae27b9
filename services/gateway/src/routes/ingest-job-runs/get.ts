import {
  type DocumentStatus,
  findIngestJobRun,
  IngestJobRunStatus,
  type RunDocument,
} from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { findOwnNamespace } from '../../find-own-namespace.ts';
import { route } from '../../http/route.ts';
import { documentOutcome } from '../../schemas/ingest-accepted.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { timestamp, toTimestamp } from '../../schemas/timestamp.ts';

/** The list that a document stands in, and the status it shows there. */
const places = {
  BACKLOG: ['queued', 'QUEUED'],
  QUEUED: ['queued', 'QUEUED'],
  QUEUED_FOR_RESYNC: ['queued', 'QUEUED'],
  QUEUED_FOR_UPDATE: ['queued', 'QUEUED'],
  PROCESSING: ['processing', 'PROCESSING'],
  SUCCESS: ['completed', 'SUCCESS'],
  FAILED: ['failed', 'FAILED'],
  CANCELLED: ['cancelled', 'CANCELLED'],
  // Nothing more comes of it in this run.
  QUEUED_FOR_DELETION: ['cancelled', 'CANCELLED'],
} as const satisfies Record<DocumentStatus, readonly [string, DocumentStatus]>;

type List = (typeof places)[DocumentStatus][0];

const documents = z.array(documentOutcome);

const runStatus = z
  .object({
    id: z.string(),
    status: z.enum(IngestJobRunStatus),
    errorMessage: z.string().nullable().describe('Set when the source itself could not be read'),
    documents: z.object({
      queued: documents,
      processing: documents,
      completed: documents,
      failed: documents,
      cancelled: documents,
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'IngestJobRunDocuments' });

function groupByPlace(found: readonly RunDocument[]) {
  const groups: Record<List, RunDocument[]> = {
    queued: [],
    processing: [],
    completed: [],
    failed: [],
    cancelled: [],
  };
  for (const document of found) {
    const [list, status] = places[document.status];
    groups[list].push({ ...document, status });
  }
  return groups;
}

export const getIngestJobRunRoute = route({
  method: 'get',
  path: '/v1/ingest-job-runs/{ingestJobRunId}',
  summary: 'Get the status of an ingest job run and of its documents',
  tags: ['Ingest job runs'],
  scope: 'read',
  params: z.object({ ingestJobRunId: z.string() }),
  query: z.object({ namespaceId }),
  status: 200,
  reply: runStatus,
  errors: ['NAMESPACE_NOT_FOUND', 'INGEST_JOB_RUN_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, query.namespaceId);
    const { ingestJobRunId } = params;
    const run = await findIngestJobRun(context.database, {
      namespaceId: namespace.id,
      tenantId,
      ingestJobRunId,
    });
    if (!run)
      throw new AppError('INGEST_JOB_RUN_NOT_FOUND', 'The namespace has no ingest job run of this id');
    return {
      message: 'The status of the ingest job run',
      data: {
        id: run.id,
        status: run.status,
        errorMessage: run.errorMessage,
        documents: groupByPlace(run.documents),
        createdAt: toTimestamp(run.createdAt),
        updatedAt: toTimestamp(run.updatedAt),
      },
    };
  },
});
