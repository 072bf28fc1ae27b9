import { namespaceId } from '@docfleet/api/find-own';
import { ingestJobRunStatus } from '@docfleet/api/shared-fields';
import { confirmDeletion } from '@docfleet/domain/deletion';
import { cancelIngestJobRun, findIngestJobRun, hasRunEnded } from '@docfleet/domain/run';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { findOwnRun } from '../find-own-run.ts';

export const cancelIngestJobRunRoute = route({
  method: 'post',
  path: '/v1/ingest-job-runs/{ingestJobRunId}/cancel',
  summary: 'Cancel what a run has not processed yet',
  description:
    'Stops reading the source: documents that have not ended become CANCELLED, and the run COMPLETED. The previous content of a document stays searchable. Cancelled documents may be ingested or resynced again. Cancelling a run that has ended changes nothing.',
  tags: ['Ingest job runs'],
  scope: 'ingest',
  params: z.object({ ingestJobRunId: z.string() }),
  body: z.strictObject({ namespaceId }).meta({ examples: [{ namespaceId: 'quickstart' }] }),
  response: z.object({
    ingestJobRun: z.object({ id: z.string(), status: ingestJobRunStatus }),
    itemsCancelled: z.int().describe('Documents that became CANCELLED by this request'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'INGEST_JOB_RUN_NOT_FOUND'],

  async handle({ params, body, organizationId, actor, tenantId }, { dispatcher, ...context }) {
    const request = { organizationId, tenantId, ...params, ...body };
    const { run, place } = await findOwnRun(context, request, findIngestJobRun);
    let itemsCancelled = 0;
    for await (const batch of cancelIngestJobRun(context.database, actor, run)) {
      itemsCancelled += batch.itemsCancelled;
      dispatcher.dispatch(batch.jobs);
      await dispatcher.drain();
    }
    const after = (await findIngestJobRun(context.database, place)) ?? run;
    const message = hasRunEnded(run.status)
      ? 'The run had ended already: nothing was changed'
      : 'The run is cancelled';
    return { message, data: { ingestJobRun: { id: run.id, status: after.status }, itemsCancelled } };
  },
});

export const confirmIngestJobRunRoute = route({
  method: 'post',
  path: '/v1/ingest-job-runs/{ingestJobRunId}/confirm',
  summary: 'Confirm what a run is about to delete',
  description:
    'A run whose source (a connection, a sitemap, a website or a list) no longer names much of what was read before stops as NEEDS_CONFIRMATION and deletes nothing: `items.deletion` of the run says how much, with examples. Confirmed, it goes on and deletes what its source still does not name; cancelled, everything stays. A newer run of the same source takes its place. Confirming a run that does not wait for it changes nothing.',
  tags: ['Ingest job runs'],
  scope: 'ingest',
  params: z.object({ ingestJobRunId: z.string() }),
  body: z.strictObject({ namespaceId }).meta({ examples: [{ namespaceId: 'quickstart' }] }),
  response: z.object({ ingestJobRun: z.object({ id: z.string(), status: ingestJobRunStatus }) }),
  errors: ['NAMESPACE_NOT_FOUND', 'INGEST_JOB_RUN_NOT_FOUND'],

  async handle({ params, body, organizationId, actor, tenantId }, { dispatcher, ...context }) {
    const request = { organizationId, tenantId, ...params, ...body };
    const { run, place } = await findOwnRun(context, request, findIngestJobRun);
    const jobs = await confirmDeletion(context.database, actor, run);
    if (jobs) dispatcher.dispatch(jobs);
    const after = (await findIngestJobRun(context.database, place)) ?? run;
    const message = jobs
      ? 'The deletion is confirmed: the run goes on'
      : 'The run does not wait for a confirmation: nothing was changed';
    return { message, data: { ingestJobRun: { id: run.id, status: after.status } } };
  },
});
