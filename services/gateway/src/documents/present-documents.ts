import type { DocumentModel } from '@docfleet/domain/database';
import type { Namespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { type StoredContent, writeFileLink } from '../files/file-link.ts';
import { hasContent } from '../files/stored-file.ts';
import { presentDocument } from './present-document.ts';

/** What a response about documents holds. */
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

/** What links to files are made of. */
interface Links {
  readonly origin: string;
  readonly key: Uint8Array;
  /** The key that they are given to. */
  readonly apiKeyId: string;
}

/** Links to what is stored of a document, of those that were asked for; null for what is not stored. */
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
        ? `${origin}/v1/files/${writeFileLink(key, { namespaceId, documentId, content, apiKeyId })}`
        : null,
    ]),
  );
}

/** Documents with the links that were asked for; nothing when none were asked for at all. */
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
