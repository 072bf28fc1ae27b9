import { createReadStream } from 'node:fs';
import { contentIdentity, ingestFileForm, invalidFile } from '@docfleet/api/document-source';
import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import type { Upload } from '@docfleet/api/route';
import { documentFileKeys } from '@docfleet/domain/document';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import type { FileStore } from '@docfleet/file-store';
import { route } from '../../http/route.ts';
import { ingestAccepted, presentAccepted } from '../ingest-accepted.ts';

const storeTimeoutMs = 300_000;
const discardTimeoutMs = 10_000;

/** Writes an upload to a namespace's file store; `discard` removes it when its document is not accepted. */
function storeUpload(fileStore: FileStore, file: Upload, callerGone: AbortSignal) {
  const stored: string[] = [];

  return {
    async store({ documentId, revision }: { documentId: string; revision: number }): Promise<void> {
      const { raw } = documentFileKeys(documentId, revision);
      const signal = AbortSignal.any([callerGone, AbortSignal.timeout(storeTimeoutMs)]);
      await fileStore.put(raw, createReadStream(file.path), file.mimeType, signal);
      stored.push(raw);
    },
    /** Removes the stored file as far as the store allows it, and rejects with `cause` in any case. */
    async discard(cause: unknown): Promise<never> {
      const removal = fileStore.remove(stored, AbortSignal.timeout(discardTimeoutMs));
      await removal.catch(() => undefined);
      throw cause;
    },
  };
}

export const ingestFile = route({
  method: 'post',
  path: '/v1/ingest/file',
  summary: 'Ingest a file',
  description: 'The file may stand before or after the other fields. It is stored in your own file store.',
  tags: ['Ingestion'],
  scope: 'ingest',
  multipart: ingestFileForm,
  status: 202,
  response: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  invalid: invalidFile,
  failed: 'INGESTION_FAILED',

  async handle({ form, file, organizationId, tenantId, signal }, context) {
    const namespace = await findOwnNamespace(context, organizationId, form.namespaceId);
    const { fileStore } = await context.providers.open(namespace.id, namespace.version);
    const { name = file.fileName, externalId } = form.config;
    const { metadata, ocrConfig, htmlContent } = form;
    const incoming = {
      organizationId,
      namespaceId: namespace.id,
      tenantId: tenantId ?? null,
      externalId: externalId ?? contentIdentity(tenantId, name, file.sha256),
      name,
      documentType: 'FILE',
      source: 'LOCAL_FILE',
      metadata,
      ...chunkSizesOf(namespace, form.chunkConfig),
      config: { name, ...(externalId && { externalId }), metadata, ocrConfig, htmlContent },
      contentHash: file.sha256,
      stage: 'PARSE',
      mimeType: file.mimeType,
      fileSize: file.size,
    } as const;
    const upload = storeUpload(fileStore, file, signal);
    const accepted = await context.acceptDocument(incoming, upload.store).catch(upload.discard);
    context.dispatcher.dispatch(accepted.jobs);
    return { message: 'The file was accepted', data: presentAccepted(accepted) };
  },
});
