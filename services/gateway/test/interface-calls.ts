import type { AnyJson, CallOptions } from './call.ts';

/** Values of earlier responses, by names of the calls' own. */
export type Seen = Record<string, string>;

/** A call as a client makes it that was written against the interface, with its odd habits. */
export interface InterfaceCall {
  readonly route: string;
  readonly habit?: string;
  /** The path and query, with what was seen before. */
  readonly target?: (seen: Seen) => string;
  readonly request?: (seen: Seen) => CallOptions;
  readonly status: number;
  /** Fields of `data` that the interface promises. */
  readonly data: readonly string[];
  /** Values of the response that later calls need. */
  readonly keep?: (data: AnyJson) => Seen;
}

const namespaceId = 'client-docs';
const inNamespace = { namespaceId };
const form = (fields: Readonly<Record<string, string>>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob(['# Leave\n30 days'], { type: 'text/markdown' }), 'leave.md');
  return { body };
};
const pageFields = ['itemsReturned', 'hasNextPage'];
const ingestFields = ['ingestJobRunId', 'documents'];
const ingest = (source: string, config: object): CallOptions => ({
  json: { namespaceId, ingestConfig: { source, config } },
});

const reading: readonly InterfaceCall[] = [
  { route: 'GET /v1/namespaces', status: 200, data: ['namespaces'] },
  {
    route: 'GET /v1/namespaces/{namespaceId}',
    target: () => `/v1/namespaces/${namespaceId}`,
    status: 200,
    data: ['namespace'],
  },
  {
    route: 'POST /v1/ingest-job-runs',
    habit: 'null inside filter arrays, a cursor of null',
    request: () => ({
      json: {
        ...inNamespace,
        ingestionJobRunStatuses: ['QUEUED', null],
        ingestionSources: [null, 'TEXT'],
        pagination: { pageSize: 5, cursor: null },
      },
    }),
    status: 200,
    data: [...pageFields, 'ingestJobRuns'],
  },
  {
    route: 'GET /v1/ingest-job-runs/{ingestJobRunId}',
    habit: 'an empty parameter that was not requested',
    target: ({ runId }) => `/v1/ingest-job-runs/${runId}?namespaceId=${namespaceId}&connector=`,
    status: 200,
    data: ['id', 'status', 'documents'],
  },
  {
    route: 'POST /v1/documents',
    habit: 'null inside filter arrays, unknown values',
    request: ({ documentId }) => ({
      json: {
        ...inNamespace,
        filterConfig: {
          documentIds: [documentId, null],
          documentTypes: ['TEXT', 'PAPYRUS', null],
          metadata: { team: ['people', null] },
        },
        includeConfig: {
          documents: true,
          stats: true,
          statsBySource: true,
          statsByStatus: true,
          statsByDocumentType: true,
          rawFileUrl: true,
          parsedTextFileUrl: true,
        },
        pagination: { pageSize: 20 },
      },
    }),
    status: 200,
    data: [...pageFields, 'documents', 'statsBySource', 'statsByStatus', 'statsByDocumentType'],
  },
  {
    route: 'POST /v1/search',
    request: () => ({
      json: {
        ...inNamespace,
        query: 'leave',
        topK: 3,
        scoreThreshold: 0,
        filter: { metadata: { team: 'people' } },
        searchType: 'SEMANTIC',
      },
    }),
    status: 200,
    data: ['results'],
  },
  {
    route: 'POST /v1/search/hybrid',
    request: () => ({
      json: {
        ...inNamespace,
        query: 'leave',
        hybridConfig: { semanticWeight: 0.3, keywordWeight: 0.7 },
        searchType: 'HYBRID',
      },
    }),
    status: 200,
    data: ['results'],
  },
];

const ingesting: readonly InterfaceCall[] = [
  {
    route: 'POST /v1/ingest/text',
    request: () =>
      ingest('TEXT', {
        name: 'Leave',
        text: 'Everyone has 30 days of leave.',
        metadata: { team: 'people', tags: ['hr'] },
      }),
    status: 202,
    data: ingestFields,
    keep: ({ ingestJobRunId, documents }) => ({ runId: ingestJobRunId, documentId: documents[0].id }),
  },
  {
    route: 'POST /v1/ingest/file',
    habit: 'source omitted',
    request: () => form(inNamespace),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/file',
    habit: 'the word undefined in every field that is not set',
    request: () =>
      form({
        ...inNamespace,
        source: 'undefined',
        metadata: 'undefined',
        chunkConfig: 'undefined',
        ocrConfig: 'undefined',
      }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/file',
    habit: 'empty texts in every field that is not set',
    request: () =>
      form({
        ...inNamespace,
        source: 'FILE',
        metadata: '',
        chunkConfig: '',
        ocrConfig: '{"strategy":"STANDARD_OCR"}',
      }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/urls',
    request: () => ingest('URLS_LIST', { urls: ['https://127.0.0.1:9/a'] }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/youtube',
    request: () => ingest('YOUTUBE', { urls: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/sitemap',
    request: () => ingest('SITEMAP', { url: 'https://127.0.0.1:9/sitemap.xml', maxLinks: 10 }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/ingest/website',
    request: () => ingest('WEBSITE', { url: 'https://127.0.0.1:9/', maxDepth: 2, includePaths: ['/docs'] }),
    status: 202,
    data: ingestFields,
  },
  {
    route: 'POST /v1/convert/file',
    habit: 'no namespace, the word undefined',
    request: () => form({ ocrConfig: 'undefined' }),
    status: 200,
    data: ['documents'],
  },
];

const changing: readonly InterfaceCall[] = [
  {
    route: 'PATCH /v1/documents',
    habit: 'both metadata and $metadata',
    request: ({ documentId }) => ({
      json: {
        ...inNamespace,
        filterConfig: { documentIds: [documentId, null] },
        data: {
          metadata: { year: '2025' },
          $metadata: { $set: { team: 'staff' }, $append: { tags: ['new'] }, $remove: { tags: ['hr'] } },
        },
      },
    }),
    status: 200,
    data: ['itemsUpdated', 'documents'],
  },
  {
    route: 'PATCH /v1/documents/{documentId}',
    target: ({ documentId }) => `/v1/documents/${documentId}`,
    request: () => ({ json: { ...inNamespace, content: 'Everyone has 31 days of leave.' } }),
    status: 202,
    data: ['document'],
  },
  {
    route: 'POST /v1/documents/resync',
    request: ({ documentId }) => ({ json: { ...inNamespace, filterConfig: { documentIds: [documentId] } } }),
    status: 202,
    data: ['itemsQueued', 'itemsSkipped', 'documents'],
  },
  {
    route: 'POST /v1/documents/schedule',
    request: ({ documentId }) => ({
      json: { ...inNamespace, filterConfig: { documentIds: [documentId] }, data: { syncFrequency: 'DAILY' } },
    }),
    status: 200,
    data: ['itemsScheduled', 'itemsSkipped', 'documents'],
  },
  {
    route: 'DELETE /v1/documents',
    habit: 'DELETE with a JSON body',
    request: ({ documentId }) => ({
      json: { ...inNamespace, filterConfig: { documentIds: [documentId, null] } },
    }),
    status: 202,
    data: ['itemsDeleted', 'documents'],
  },
];

const other: readonly InterfaceCall[] = [
  {
    route: 'GET /v1/connections',
    habit: 'connector= without a value',
    target: () => `/v1/connections?namespaceId=${namespaceId}&connector=`,
    status: 200,
    data: ['connections'],
  },
  {
    route: 'POST /v1/webhooks',
    request: () => ({ json: { url: 'https://127.0.0.1:9/hook', name: 'hook' } }),
    status: 201,
    data: ['webhook'],
  },
  { route: 'GET /v1/webhooks', status: 200, data: ['webhooks'] },
];

/** Every call of the interface, in an order in which each finds what it needs. */
export const interfaceCalls: readonly InterfaceCall[] = [
  ...ingesting,
  ...reading,
  ...changing,
  ...other,
  {
    route: 'PATCH /v1/namespaces/{namespaceId}',
    target: () => `/v1/namespaces/${namespaceId}?validate=false`,
    request: () => ({ json: { webScraperConfig: { provider: 'FIRECRAWL', apiKey: 'fc-example' } } }),
    status: 200,
    data: ['namespace'],
  },
  {
    route: 'DELETE /v1/namespaces/{namespaceId}',
    habit: 'DELETE with a JSON body',
    target: () => `/v1/namespaces/${namespaceId}`,
    request: () => ({ json: {} }),
    status: 202,
    data: ['identifier'],
  },
];
