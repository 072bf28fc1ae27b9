import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pagination } from '@docfleet/api/pagination';
import { filterEnum, filterValues, ingestionSource, ingestJobRunStatus } from '@docfleet/api/shared-fields';
import { listIngestJobRuns } from '@docfleet/domain/run';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { ingestJobRunResponse, presentIngestJobRun } from '../present-run.ts';

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
  tags: ['Ingest job runs'],
  scope: 'read',
  body: listIngestJobRunsBody,
  status: 200,
  response: z.object({ ...pageInfo, ingestJobRuns: z.array(ingestJobRunResponse) }),
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

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
