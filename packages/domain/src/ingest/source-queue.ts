import type { IngestionSource } from '@docfleet/database';
import { discoverSource, syncConnection } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

/** The queue that lists a source when its job runs; content that came with the request cannot be read again. */
const sourceQueues = {
  TEXT: undefined,
  LOCAL_FILE: undefined,
  URLS_LIST: discoverSource,
  SITEMAP: discoverSource,
  WEBSITE: discoverSource,
  YOUTUBE: discoverSource,
  NOTION: syncConnection,
  GOOGLE_DRIVE: syncConnection,
  DROPBOX: syncConnection,
  ONEDRIVE: syncConnection,
  SHAREPOINT: syncConnection,
  BOX: syncConnection,
  CONFLUENCE: syncConnection,
  S3: syncConnection,
  // Processed by the namespace's re-embedding, from its own documents.
  REEMBEDDING: undefined,
} as const satisfies Record<IngestionSource, unknown>;

const sources = Object.keys(sourceQueues) as IngestionSource[];

/** Sources that can be read again: their jobs run on a schedule, their documents can be resynced. */
export const readableSources = sources.filter((source) => sourceQueues[source] !== undefined);

/**
 * Returns the queue job that lists the source of a run; undefined for a text or a file. `traceparent` is the run's, for callers other
 * than the request that created it.
 */
export function sourceJob(
  source: IngestionSource,
  ingestJobRunId: string,
  traceparent?: string | null,
): OutboxJob | undefined {
  const queue = sourceQueues[source];
  return queue && createOutboxJob(queue, { ingestJobRunId }, { traceparent });
}
