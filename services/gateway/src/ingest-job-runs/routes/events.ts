import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { namespaceId } from '@docfleet/api/find-own';
import type { StreamEvent } from '@docfleet/api/route';
import { ingestJobRunStatus, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import type { Database } from '@docfleet/domain/database';
import { findRunProgress, hasRunEnded } from '@docfleet/domain/run';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { findOwnRun, type RunPlace } from '../find-own-run.ts';
import { countByPlace, documentCounts } from './list.ts';

const lookEveryMs = 1_000;
/** Ratio of the pause between two counts to the duration of a count: counting a large run takes a twentieth of the time at most. */
const shareOfTime = 20;
const maxStreamMs = 5 * 60_000;

const runProgress = z
  .object({
    id: z.string(),
    status: ingestJobRunStatus,
    errorMessage: z.string().nullable().describe('Set when the source itself could not be read'),
    documentCounts,
    updatedAt: timestamp,
  })
  .meta({ id: 'IngestJobRunProgress' });

async function readProgress(
  database: Database,
  place: RunPlace,
): Promise<z.output<typeof runProgress> | undefined> {
  const run = await findRunProgress(database, place);
  if (!run) return undefined;
  const { id, status, errorMessage, counts, updatedAt } = run;
  return {
    id,
    status,
    errorMessage,
    documentCounts: countByPlace(counts),
    updatedAt: toTimestamp(updatedAt),
  };
}

/** Returns an id of a state, so that a client that already has that state does not receive it again. */
const stateId = ({ updatedAt: _, ...state }: z.output<typeof runProgress>) =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16);

/** Yields the state of a run at once, unless the caller has it, and after each change; ends with the state of the ended run. */
async function* watchRun(
  database: Database,
  place: RunPlace,
  { knownId, signal }: { knownId: string | undefined; signal: AbortSignal },
): AsyncGenerator<StreamEvent> {
  const endsAt = Date.now() + maxStreamMs;
  for (let known = knownId; Date.now() < endsAt; ) {
    const startedAt = performance.now();
    const state = await readProgress(database, place);
    if (!state) return;
    const id = stateId(state);
    if (id !== known) yield { id, data: state };
    if (hasRunEnded(state.status)) return;
    known = id;
    const tookMs = performance.now() - startedAt;
    await wait(Math.max(lookEveryMs, tookMs * shareOfTime), undefined, { signal });
  }
}

export const ingestJobRunEventsRoute = route({
  method: 'get',
  path: '/v1/ingest-job-runs/{ingestJobRunId}/events',
  summary: 'Follow an ingest job run as server-sent events',
  description:
    'The state at once and whenever it has changed. It ends when the run has ended (COMPLETED, COMPLETED_WITH_ERRORS or FAILED), and after five minutes: open it again then, with the id of the last event as `Last-Event-ID`, and only changes are sent. A key can have 20 streams open at a gateway.',
  tags: ['Ingest job runs'],
  scope: 'read',
  params: z.object({ ingestJobRunId: z.string() }),
  query: z.object({ namespaceId }),
  response: { event: runProgress },
  errors: ['NAMESPACE_NOT_FOUND', 'INGEST_JOB_RUN_NOT_FOUND'],

  async handle({ params, query, organizationId, actor, tenantId, lastEventId: knownId }, context) {
    const request = { organizationId, tenantId, ...params, ...query };
    const { place } = await findOwnRun(context, request, findRunProgress);
    const events = (signal: AbortSignal) => watchRun(context.database, place, { knownId, signal });
    return { events, apiKeyId: actor.apiKeyId, organizationId };
  },
});
