import { createReadStream } from 'node:fs';
import { contentIdentity, ingestFileForm, invalidFile } from '@docfleet/api/document-source';
import { findOwnNamespace } from '@docfleet/api/find-own';
import type { Upload } from '@docfleet/api/route';
import { documentFileKeys } from '@docfleet/domain/document';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import { readEdges, readHead, readSignature, unreadableFormat } from '@docfleet/formats/signature';
import { route } from '../../http/route.ts';
import { ingestAccepted, presentAccepted } from '../source-body.ts';

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

/** Names of parts by which a ZIP archive is an office file or a book. */
const officeParts = /\[Content_Types\]\.xml|mimetypeapplication\/|META-INF\/container\.xml/;
const archiveName = /\.zip$/i;

/** Whether a ZIP archive is one by its name, and has no part of an office file or a book; the parser decides about all others. */
async function isMereArchive({ path, fileName }: Upload): Promise<boolean> {
  return archiveName.test(fileName) && !officeParts.test(await readEdges(path));
}

/**
 * Refuses a file in a format that is never read, before it becomes a document that fails; throws UNSUPPORTED_FILE_TYPE. What may be a text
 * is left to the parser, whatever its first letters look like.
 */
async function refuseUnreadable(file: Upload): Promise<void> {
  const head = await readHead(file.path);
  const signature = head.includes(0) ? await readSignature(head) : undefined;
  const reason = signature && unreadableFormat(signature);
  if (reason === undefined) return;
  if (signature?.extension === 'zip' && !(await isMereArchive(file))) return;
  throw new AppError('UNSUPPORTED_FILE_TYPE', reason);
}

export const ingestFile = route({
  method: 'post',
  path: '/v1/ingest/file',
  summary: 'Ingest a file',
  description:
    'The file may stand before or after the other fields. It is stored in your own file store. Archives, videos, sound, programs and databases are refused with UNSUPPORTED_FILE_TYPE.',
  tags: ['Ingestion'],
  scope: 'ingest',
  multipart: ingestFileForm,
  status: 202,
  response: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'QUOTA_EXCEEDED', 'UNSUPPORTED_FILE_TYPE'],
  invalid: invalidFile,
  failed: 'INGESTION_FAILED',

  async handle({ form, file, organizationId, tenantId, signal }, context) {
    const namespace = await findOwnNamespace(context, organizationId, form.namespaceId);
    await refuseUnreadable(file);
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
