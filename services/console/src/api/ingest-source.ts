import { type ChunkConfig, type Connector, connectors } from '@docfleet/sdk';
import { api } from './client.ts';

/** Sources besides connectors that the service can read again from their origin. */
const sites = ['URLS_LIST', 'SITEMAP', 'WEBSITE', 'YOUTUBE'] as const;

/** Source that the service can read again from its origin; the SDK has a method for each. */
export type ReadableSource = (typeof sites)[number] | Connector;

/** Fields of the request that all sources have; `config` holds those of one source. */
interface SourceRequest {
  readonly namespaceId: string;
  readonly ingestConfig: {
    readonly source: ReadableSource;
    readonly config: object;
    readonly chunkConfig?: ChunkConfig;
  };
  readonly syncFrequency?: string;
}

/** Returns whether the service can read a source again. Texts and files would have to be uploaded again. */
export const isReadable = (source: string): source is ReadableSource =>
  [...sites, ...connectors].some((one) => one === source);

type Ingest = (request: SourceRequest) => Promise<{ readonly ingestJobRunId: string }>;

/** Returns the SDK's method for a source, which has the name of the source in camel case. */
const methodOf = (source: ReadableSource) =>
  source === 'URLS_LIST'
    ? 'urls'
    : source.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Starts the ingestion of a source of any kind; resolves to its run. */
export const ingestSource: Ingest = (request) => {
  // Each method takes the requests that name its own source.
  const methods = api.ingest as unknown as Readonly<Record<string, Ingest>>;
  const method = methods[methodOf(request.ingestConfig.source)];
  if (!method) throw new Error(`The client has no method for ${request.ingestConfig.source}`);
  return method(request);
};
