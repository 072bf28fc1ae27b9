import { ingestionSource, ingestJobRunStatus, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { jsonObject, SyncFrequency } from '@docfleet/domain/database';
import type { RunWithJob } from '@docfleet/domain/run';
import { z } from 'zod';

export const ingestJobRunResponse = z
  .object({
    id: z.string(),
    status: ingestJobRunStatus,
    errorMessage: z.string().nullable(),
    cancelledAt: timestamp.nullable().describe('When the run was cancelled'),
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

/** Headers for scraping may contain credentials: only their names are shown. */
function withoutHeaderValues(config: Record<string, unknown>): Record<string, unknown> {
  const options = scrapeOptions.parse(config['scrapeOptions']);
  if (!options?.headers) return config;
  const headers = Object.fromEntries(Object.keys(options.headers).map((name) => [name, '****']));
  return { ...config, scrapeOptions: { ...options, headers } };
}

/** A run for `ingestJobRunResponse`; `namespaceName` is what the interface calls its identifier. */
export function presentIngestJobRun(
  run: RunWithJob,
  namespaceName: string,
): z.input<typeof ingestJobRunResponse> {
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
