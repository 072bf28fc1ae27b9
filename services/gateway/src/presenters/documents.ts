import type { DocumentModel, Namespace } from '@docfleet/domain';
import { type StoredContent, writeFileLink } from '../file-link.ts';
import type { Include } from '../schemas/include-config.ts';
import { hasContent } from '../stored-file.ts';
import { presentDocument } from './document.ts';

const includedUrls = [
  ['raw', 'rawFileUrl'],
  ['parsed', 'parsedTextFileUrl'],
] as const satisfies readonly (readonly [StoredContent, keyof Include])[];

/** Links to what is stored of a document, of those that were asked for; null for what is not stored. */
export function urlsOf(
  document: DocumentModel,
  include: Pick<Include, (typeof includedUrls)[number][1]>,
  { origin, key }: { origin: string; key: Uint8Array },
) {
  const asked = includedUrls.filter(([, flag]) => include[flag]);
  const { id: documentId, namespaceId } = document;
  return Object.fromEntries(
    asked.map(([content]) => [
      content,
      hasContent(document, content)
        ? `${origin}/v1/files/${writeFileLink(key, { namespaceId, documentId, content })}`
        : null,
    ]),
  );
}

/** Documents with the links that were asked for; nothing when none were asked for at all. */
export function presentDocuments(
  documents: readonly DocumentModel[],
  namespace: Namespace,
  include: Include,
  links: { origin: string; key: Uint8Array },
): { documents?: ReturnType<typeof presentDocument>[] } {
  if (!include.documents) return {};
  const present = (document: DocumentModel) =>
    presentDocument(document, namespace, urlsOf(document, include, links));
  return { documents: documents.map(present) };
}
