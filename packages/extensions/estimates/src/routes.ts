import { createHash } from 'node:crypto';
import { readUpload } from '@docfleet/api/await-conversion';
import { type ApiContext, extensionRoute } from '@docfleet/api/context';
import {
  contentIdentity,
  ingestFileForm,
  invalidFile,
  refuseLongText,
  textBodyLimit,
  textConfig,
} from '@docfleet/api/document-source';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { chunkConfig } from '@docfleet/api/shared-fields';
import {
  invalidWebSource,
  requireScraper,
  sitemapConfig,
  urlListConfig,
  websiteConfig,
} from '@docfleet/api/web-source';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { makeEstimate } from './make-estimate.ts';
import { estimateResponse } from './present-estimate.ts';

export const estimateFileRoute = extensionRoute({
  method: 'post',
  path: '/v1/ingest/estimate/file',
  summary: 'Estimate what the ingestion of a file would come to',
  description:
    'Takes the same form as the ingestion of a file and ingests nothing: the file is read in the same way and its content counted. Responds within 30 seconds; for files that can be read in that time.',
  tags: ['Ingestion'],
  scope: 'ingest',
  multipart: ingestFileForm,
  fileLimit: ({ convertedFileBytes }) => convertedFileBytes,
  response: z.object({ estimate: estimateResponse }),
  errors: [
    'NAMESPACE_NOT_FOUND',
    'UNSUPPORTED_FILE_TYPE',
    'REQUEST_TIMEOUT',
    'INVALID_REQUEST',
    'SERVICE_UNAVAILABLE',
  ],
  invalid: invalidFile,
  failed: 'INGESTION_FAILED',

  async handle({ form, file, organizationId, tenantId, signal }, context) {
    const namespace = await findOwnNamespace(context, organizationId, form.namespaceId);
    const { name = file.fileName, externalId } = form.config;
    const order = {
      source: 'LOCAL_FILE',
      documentType: 'FILE',
      tenantId: tenantId ?? null,
      externalId: externalId ?? contentIdentity(tenantId, name, file.sha256),
      config: {},
      ...chunkSizesOf(namespace, form.chunkConfig),
    } as const;
    const { strategy: ocrStrategy, languages: ocrLanguages = [] } = form.ocrConfig;
    const keepsWholePages = form.htmlContent === 'WHOLE';
    const described = {
      fileName: name,
      declaredType: file.mimeType,
      ocrStrategy,
      ocrLanguages,
      keepsWholePages,
    };
    const content = { ...described, bytes: readUpload(file) };
    const asked = { organizationId, namespace, order, content, signal };
    return { message: 'What it would come to', data: { estimate: await makeEstimate(context, asked) } };
  },
});

const sourceOf = <Source extends string, Config extends z.ZodType>(source: Source, config: Config) =>
  z.strictObject({ source: z.literal(source), config, chunkConfig });

const ingestConfig = z.discriminatedUnion('source', [
  sourceOf('TEXT', textConfig),
  sourceOf('URLS_LIST', urlListConfig),
  sourceOf('SITEMAP', sitemapConfig),
  sourceOf('WEBSITE', websiteConfig),
]);

const estimateBody = z.strictObject({ namespaceId, ingestConfig }).meta({
  examples: [
    {
      namespaceId: 'quickstart',
      ingestConfig: { source: 'SITEMAP', config: { url: 'https://docs.example.com/sitemap.xml' } },
    },
  ],
});

const pieceBytes = 1_000_000;

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

type TextConfig = z.output<typeof textConfig>;

/** Returns a text with the identity that ingestion would assign, and as a file for the worker that counts it. */
function describeText(
  { text, name, externalId, metadata = {} }: TextConfig,
  tenantId: string | undefined,
  { limits }: Pick<ApiContext, 'limits'>,
) {
  refuseLongText(text, { path: 'ingestConfig.config.text', limits });
  const contentHash = createHash('sha256').update(text).digest();
  const ocrStrategy = 'BASIC_PARSER' as const;
  const described = { fileName: name ?? '', declaredType: 'text/plain', ocrStrategy };
  return {
    documentType: 'TEXT' as const,
    externalId: externalId ?? contentIdentity(tenantId, name, contentHash),
    config: { metadata },
    content: { ...described, bytes: piecesOf(Buffer.from(text)) },
  };
}

export const estimateRoute = extensionRoute({
  method: 'post',
  path: '/v1/ingest/estimate',
  summary: 'Estimate what an ingestion would come to',
  description:
    'Takes what the ingestion of a text, of URLs, of a sitemap or of a website takes, and ingests nothing. A text is counted; of a list or sitemap all documents are counted and a sample is read; of a website the first pages and a sample of the others are. Pages are read with the scraper of the namespace, which may cost what it costs. Answers within 30 seconds with what is known by then.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: estimateBody,
  bodyLimit: (limits) => Math.max(textBodyLimit(limits), 4 * limits.jsonBytes),
  response: z.object({ estimate: estimateResponse }),
  errors: ['NAMESPACE_NOT_FOUND', 'WEB_SCRAPER_CONFIG_NOT_SET', 'REQUEST_TIMEOUT', 'SERVICE_UNAVAILABLE'],
  invalid: invalidWebSource,
  failed: 'INGESTION_FAILED',

  async handle({ body, organizationId, tenantId, signal }, context) {
    const { source, config, chunkConfig: sizes } = body.ingestConfig;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const shared = { source, tenantId: tenantId ?? null, ...chunkSizesOf(namespace, sizes) };
    const asked = { organizationId, namespace, signal };
    const message = 'What it would come to';
    if (source === 'TEXT') {
      const { content, ...described } = describeText(config, tenantId, context);
      const order = { ...shared, ...described };
      return { message, data: { estimate: await makeEstimate(context, { ...asked, order, content }) } };
    }
    requireScraper(namespace.configs);
    const order = { ...shared, documentType: 'URL' as const, externalId: null, config };
    return { message, data: { estimate: await makeEstimate(context, { ...asked, order }) } };
  },
});
