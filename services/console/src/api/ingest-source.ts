import { type ChunkConfig, type Connector, connectors } from '@docfleet/sdk';
import { api } from './client.ts';

/** Sources that the service can read again from their origin, but for connectors. */
const sites = ['URLS_LIST', 'SITEMAP', 'WEBSITE', 'YOUTUBE'] as const;

/** A source that has a method of its own. */
export type ReadableSource = (typeof sites)[number] | Connector;

/** The fields that all sources have; `config` is the source's own. */
interface SourceRequest {
  readonly namespaceId: string;
  readonly ingestConfig: {
    readonly source: ReadableSource;
    readonly config: object;
    readonly chunkConfig?: ChunkConfig;
  };
  readonly syncFrequency?: string;
}

/** Whether a source can be read again. Texts and files would have to be uploaded again. */
export const isReadable = (source: string): source is ReadableSource =>
  [...sites, ...connectors].some((one) => one === source);

type Ingest = (request: SourceRequest) => Promise<{ readonly ingestJobRunId: string }>;

/** Methods have the names of their sources, in camel case. */
const methodOf = (source: ReadableSource) =>
  source === 'URLS_LIST'
    ? 'urls'
    : source.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Ingests a source of any kind. */
export const ingestSource: Ingest = (request) => {
  // Each method takes the requests that name its own source.
  const methods = api.ingest as unknown as Readonly<Record<string, Ingest>>;
  const method = methods[methodOf(request.ingestConfig.source)];
  if (!method) throw new Error(`The client has no method for ${request.ingestConfig.source}`);
  return method(request);
};
