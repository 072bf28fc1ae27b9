import type { IngestJobRun } from '@docfleet/sdk';
import { ingestSource, isReadable } from '../../api/ingest-source.ts';

/** The values of headers are not told: a request with some cannot be repeated from here. */
const hasHiddenHeaders = ({ scrapeOptions }: IngestJobRun['ingestConfig']['config']) =>
  typeof scrapeOptions === 'object' && scrapeOptions !== null && 'headers' in scrapeOptions;

/** Asks for a run's source once more, as it was asked for; undefined where that cannot be done from here. */
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
