import { readUpload } from '@docfleet/api/await-conversion';
import { extensionRoute } from '@docfleet/api/context';
import { contentIdentity, ingestFileForm, invalidFile } from '@docfleet/api/document-source';
import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { makeEstimate } from '../make-estimate.ts';
import { estimateResponse } from '../present-estimate.ts';

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
  status: 200,
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
