import { namespaceId } from '@docfleet/api/find-own';
import { ingestJobRunStatus, notReadKind, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import {
  findRunWithDocuments,
  itemParts,
  maxListed,
  maxReasons,
  maxSkippedListed,
  type RunWithDocuments,
} from '@docfleet/domain/run';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { documentOutcome } from '../../ingest/source-body.ts';
import { findOwnRun } from '../find-own-run.ts';
import { countByPlace, documentCounts, type List, places } from './list.ts';

const documents = z.array(documentOutcome).max(maxListed);
const count = z.int().min(0);

const runItems = z.object({
  found: count.describe('Items that the run came upon so far: the sum of the parts below'),
  pending: count.describe(
    'Of these, documents that wait or are being worked on; none once the run has ended',
  ),
  searchable: count.describe('Documents that were read and are searchable in their new content'),
  unchanged: count.describe('Documents that are searchable as they were'),
  skipped: count.describe('Items that cannot be ingested'),
  failed: count.describe('Documents that could not be read, or whose work was cancelled'),
  deleted: count.describe('Documents that were deleted because their items are gone'),
  reasons: z
    .array(
      z.object({ part: z.enum(itemParts), reason: z.string(), items: count }).meta({
        examples: [{ part: 'skipped', reason: 'A video (.mp4) holds no text that can be read', items: 3 }],
      }),
    )
    .max(maxReasons)
    .readonly()
    .describe(`The ${maxReasons} most frequent reasons for which items were skipped, failed or were deleted`),
  skippedItems: z
    .array(
      z
        .object({ externalId: z.string(), name: z.string(), reason: z.string() })
        .meta({ examples: [{ externalId: '12345', name: 'film.mp4', reason: 'A video holds no text' }] }),
    )
    .max(maxSkippedListed)
    .readonly()
    .describe(`The first ${maxSkippedListed} skipped items, with their reasons`),
  deletion: z
    .object({
      missing: count.describe('Documents that the listing did not name'),
      documents: count.describe('Of so many documents of the job'),
      examples: z.array(z.object({ externalId: z.string(), name: z.string().nullable() })),
      isConfirmed: z.boolean(),
    })
    .nullable()
    .describe('Deletions that wait for a confirmation; null where none was needed'),
});

const notReadOfRun = z
  .array(
    z
      .object({
        what: notReadKind,
        count: z.int().min(1).describe('The number of such parts in all documents'),
        documents: z.int().min(1).describe('The number of documents that lack them'),
      })
      .meta({ examples: [{ what: 'PICTURE', count: 14, documents: 3 }] }),
  )
  .readonly()
  .describe(
    'Parts of the files that the searchable texts of this run lack, by kind, the most frequent first; `notRead` of a document says where and why',
  );

const runStatus = z
  .object({
    id: z.string(),
    status: ingestJobRunStatus,
    errorMessage: z
      .string()
      .nullable()
      .describe('Reason for which the source could not be read, or cannot be read at the moment'),
    cancelledAt: timestamp.nullable().describe('Time at which the run was cancelled'),
    documents: z.object({
      queued: documents,
      processing: documents,
      completed: documents,
      failed: documents,
      cancelled: documents,
    }),
    documentCounts,
    items: runItems
      .nullable()
      .describe(
        'Of a connection, a sitemap, a website or a list: how far it has been read. Null for texts and files',
      ),
    notRead: notReadOfRun,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'IngestJobRunDocuments' });

/** Groups documents into the lists of the response, each cut at its maximum, with the full length of each. */
function groupByPlace({ documents: found, counts }: RunWithDocuments) {
  const groups = { queued: [], processing: [], completed: [], failed: [], cancelled: [] } as Record<
    List,
    z.input<typeof documents>
  >;
  for (const document of found) {
    const [list, status] = places[document.status];
    // Several statuses share a list.
    if (groups[list].length < maxListed) groups[list].push({ ...document, status });
  }
  return { documents: groups, documentCounts: countByPlace(counts) };
}

export const getIngestJobRunRoute = route({
  method: 'get',
  path: '/v1/ingest-job-runs/{ingestJobRunId}',
  summary: 'Get the status of an ingest job run and of its documents',
  description: `Each list holds the first ${maxListed} of its documents in order of id; documentCounts covers all.`,
  tags: ['Ingest job runs'],
  scope: 'read',
  params: z.object({ ingestJobRunId: z.string() }),
  query: z.object({ namespaceId }),
  response: runStatus,
  errors: ['NAMESPACE_NOT_FOUND', 'INGEST_JOB_RUN_NOT_FOUND'],

  async handle({ params, query, organizationId, tenantId }, context) {
    const request = { organizationId, tenantId, ...params, ...query };
    const { run } = await findOwnRun(context, request, findRunWithDocuments);
    const groups = groupByPlace(run);
    return {
      message: 'The status of the ingest job run',
      data: {
        id: run.id,
        status: run.status,
        errorMessage: run.errorMessage,
        cancelledAt: run.cancelledAt && toTimestamp(run.cancelledAt),
        ...groups,
        items: run.items,
        notRead: run.notRead,
        createdAt: toTimestamp(run.createdAt),
        updatedAt: toTimestamp(run.updatedAt),
      },
    };
  },
});
