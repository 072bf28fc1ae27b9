import type { IngestJobRun } from '@docfleet/sdk';
import { ingestSource, isReadable } from '../../api/ingest-source.ts';

/** The values of headers are not returned: a request with headers cannot be repeated from here. */
const hasHiddenHeaders = ({ scrapeOptions }: IngestJobRun['ingestConfig']['config']) =>
  typeof scrapeOptions === 'object' && scrapeOptions !== null && 'headers' in scrapeOptions;

/** Repeats the request of a run; undefined where that is not possible from here. */
export function againOf({
  ingestConfig,
  syncFrequency,
  namespace,
}: IngestJobRun): (() => Promise<{ readonly ingestJobRunId: string }>) | undefined {
  const { source, config } = ingestConfig;
  if (!isReadable(source) || hasHiddenHeaders(config)) return undefined;
  const namespaceId = namespace.identifier;
  return () => ingestSource({ namespaceId, ingestConfig: { ...ingestConfig, source }, syncFrequency });
}
