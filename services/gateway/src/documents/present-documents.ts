import { hasContent, type StoredContent } from '@docfleet/api/stored-file';
import type { DocumentModel } from '@docfleet/domain/database';
import type { Namespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { writeFileLink } from '../files/file-link.ts';
import { presentDocument } from './present-document.ts';

/** Request field that chooses the parts of a response about documents: the list itself, statistics, links to files. */
export const includeConfig = z
  .strictObject({
    documents: z.boolean().default(true),
    stats: z.boolean().default(false).describe('Deprecated: use statsBySource'),
    statsBySource: z.boolean().default(false),
    statsByStatus: z.boolean().default(false),
    statsByDocumentType: z.boolean().default(false),
    rawFileUrl: z.boolean().default(false),
    parsedTextFileUrl: z.boolean().default(false),
  })
  .meta({ id: 'IncludeConfig' })
  .prefault({});
export type Include = z.output<typeof includeConfig>;

const includedUrls = [
  ['raw', 'rawFileUrl'],
  ['parsed', 'parsedTextFileUrl'],
] as const satisfies readonly (readonly [StoredContent, keyof Include])[];

/** Values that links to files are built from: the gateway's origin and the key that signs their tokens. */
interface Links {
  readonly origin: string;
  readonly key: Uint8Array;
  /** Id of the API key that the links are made for; they work as long as that key does. */
  readonly apiKeyId: string;
}

/** Returns the requested links to the files of a document; null for content that is not stored. */
export function urlsOf(
  document: DocumentModel,
  include: Pick<Include, (typeof includedUrls)[number][1]>,
  { origin, key, apiKeyId }: Links,
) {
  const asked = includedUrls.filter(([, flag]) => include[flag]);
  const { id: documentId, namespaceId } = document;
  return Object.fromEntries(
    asked.map(([content]) => [
      content,
      hasContent(document, content)
        ? `${origin}/v1/file-links/${writeFileLink(key, { namespaceId, documentId, content, apiKeyId })}`
        : null,
    ]),
  );
}

/** Returns documents with the requested links; an empty object when the request excludes documents. */
export function presentDocuments(
  documents: readonly DocumentModel[],
  namespace: Namespace,
  include: Include,
  links: Links,
): { documents?: ReturnType<typeof presentDocument>[] } {
  if (!include.documents) return {};
  const current = (document: DocumentModel) =>
    presentDocument(document, namespace, urlsOf(document, include, links));
  return { documents: documents.map(current) };
}
