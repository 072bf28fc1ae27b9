import type { ChunkConfig } from '@docfleet/sdk';
import { api } from './client.ts';

/** Sources that the service can read again from their origin. */
const methods = {
  URLS_LIST: api.ingest.urls,
  SITEMAP: api.ingest.sitemap,
  WEBSITE: api.ingest.website,
  YOUTUBE: api.ingest.youtube,
  NOTION: api.ingest.notion,
  GOOGLE_DRIVE: api.ingest.googleDrive,
  DROPBOX: api.ingest.dropbox,
  ONEDRIVE: api.ingest.onedrive,
  SHAREPOINT: api.ingest.sharepoint,
  BOX: api.ingest.box,
  CONFLUENCE: api.ingest.confluence,
  S3: api.ingest.s3,
} as const;

/** A source that has a method of its own. */
export type ReadableSource = keyof typeof methods;

/** The fields that all sources have; `config` is the source's own. */
export interface SourceRequest {
  readonly namespaceId: string;
  readonly ingestConfig: {
    readonly source: ReadableSource;
    readonly config: object;
    readonly chunkConfig?: ChunkConfig;
  };
  readonly syncFrequency?: string;
}

/** Whether a source can be read again. Texts and files would have to be uploaded again. */
export const isReadable = (source: string): source is ReadableSource => Object.hasOwn(methods, source);

/** Ingests a source of any kind. */
export function ingestSource(request: SourceRequest): Promise<{ readonly ingestJobRunId: string }> {
  // Each method takes the requests that name its own source.
  const method = methods[request.ingestConfig.source] as unknown as typeof ingestSource;
  return method(request);
}
