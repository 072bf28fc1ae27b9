import { discoverSource, syncConnection } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

/** The queue that lists a source when its job runs; content that came with the request cannot be read again. Every other source is a connector. */
const sourceQueues = {
  TEXT: undefined,
  URLS_LIST: discoverSource,
  SITEMAP: discoverSource,
  WEBSITE: discoverSource,
  YOUTUBE: discoverSource,
  LOCAL_FILE: undefined,
  // Processed by the namespace's re-embedding, from its own documents.
  REEMBEDDING: undefined,
} as const;

/** The sources of documents that are no connectors. */
export const ownSources: readonly string[] = Object.keys(sourceQueues);

const isOwn = (source: string): source is keyof typeof sourceQueues => Object.hasOwn(sourceQueues, source);

/** The type of a connector's documents. */
export const documentTypeOf = (connector: string) => `${connector}_DOCUMENT`;

const queueOf = (source: string) => (isOwn(source) ? sourceQueues[source] : syncConnection);

/** Sources whose content came with the request. */
export const unreadableSources: readonly string[] = ownSources.filter((source) => !queueOf(source));

/** Tests whether a source can be read again: then its jobs run on a schedule, and its documents can be resynced. */
export const isReadable = (source: string): boolean => queueOf(source) !== undefined;

/**
 * Returns the queue job that lists the source of a run; undefined for a text or a file. `traceparent` is the run's, for callers other
 * than the request that created it.
 */
export function sourceJob(
  source: string,
  ingestJobRunId: string,
  traceparent?: string | null,
): OutboxJob | undefined {
  const queue = queueOf(source);
  return queue && createOutboxJob(queue, { ingestJobRunId }, { traceparent });
}
