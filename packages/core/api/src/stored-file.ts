import type { DocumentModel } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import { findNamespaceVersion } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { ByteRange, StoredFile } from '@docfleet/file-store';
import type { Resources } from '@docfleet/pipeline/resources';

/** Kind of stored content: `raw`, the original file, or `parsed`, the text extracted from it. */
export type StoredContent = 'raw' | 'parsed';

const openTimeoutMs = 15_000;

/** Returns the kind under which content is stored: a document of type TEXT has no raw file, its text is the parsed content. */
const keptAs = (document: DocumentModel, content: StoredContent): StoredContent =>
  document.documentType === 'TEXT' ? 'parsed' : content;

/** Returns the kinds to look for, in this order: a file whose content was replaced by a text has no raw file. */
const placesOf = (document: DocumentModel, content: StoredContent): StoredContent[] =>
  document.activeRevision === null
    ? [keptAs(document, content)]
    : [...new Set([keptAs(document, content), 'parsed' as const])];

/** Returns the revision whose content is shown: the one that searches use, or the first one while there is none. */
const shownRevision = ({ contentRevision, activeRevision, revision }: DocumentModel) =>
  contentRevision ?? activeRevision ?? revision;

/** Whether the content is already in the file store. The size of a page or a connector's item is unknown until it has been read. */
export const hasContent = (document: DocumentModel, content: StoredContent): boolean =>
  document.activeRevision !== null || (keptAs(document, content) === 'raw' && document.fileSize !== null);

interface Wanted {
  readonly document: DocumentModel;
  readonly content: StoredContent;
  readonly signal: AbortSignal;
  readonly range?: ByteRange | undefined;
}

/** Opens stored content of a document, or a byte range of it. Throws DOCUMENTS_NOT_FOUND when there is none; the caller's signal aborts it. */
export async function openStoredFile(
  { database, providers }: Pick<Resources, 'database' | 'providers'>,
  { document, content, signal, range }: Wanted,
): Promise<StoredFile> {
  const version = await findNamespaceVersion(database, document.namespaceId, 'ACTIVE');
  if (version === undefined) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
  const { fileStore } = await providers.open(document.namespaceId, version);
  const keys = documentFileKeys(document.id, shownRevision(document));
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('The file store is late', 'TimeoutError')),
    openTimeoutMs,
  );
  try {
    for (const place of placesOf(document, content)) {
      const file = await fileStore.get(keys[place], AbortSignal.any([signal, late.signal]), range);
      // A client that disconnects before the first read aborts a stream without listeners, which would end the process. Later readers get the error.
      file?.body.on('error', () => {});
      if (file) return file;
    }
    throw new AppError('DOCUMENTS_NOT_FOUND', 'The document has no such content yet');
  } finally {
    clearTimeout(timer);
  }
}
