import {
  countDocuments,
  type Database,
  type DocumentFilter,
  type DocumentModel,
  DocumentStatus,
  DocumentType,
  IngestionSource,
  listDocuments,
  type Namespace,
} from '@docfleet/domain';
import { z } from 'zod';
import { type StoredContent, writeFileLink } from '../../file-link.ts';
import { findOwnNamespace } from '../../find-own-namespace.ts';
import { route } from '../../http/route.ts';
import { cutPage, readPage } from '../../page.ts';
import { documentReply, presentDocument } from '../../presenters/document.ts';
import { filterConfig, toDocumentFilter } from '../../schemas/document-filter.ts';
import { type Include, includeConfig } from '../../schemas/include-config.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';
import { pageInfo, pagination } from '../../schemas/pagination.ts';
import { hasContent } from '../../stored-file.ts';

const listDocumentsBody = z.strictObject({ namespaceId, filterConfig, includeConfig, pagination }).meta({
  examples: [
    {
      namespaceId: 'handbook',
      filterConfig: { documentIngestionStatuses: ['SUCCESS'], metadata: { team: 'people' } },
      includeConfig: { statsByStatus: true },
      pagination: { pageSize: 20 },
    },
  ],
});

const totalCount = z.int();
const bySource = z.array(z.object({ source: z.enum(IngestionSource), totalCount }));
const listDocumentsReply = z.object({
  ...pageInfo,
  documents: z.array(documentReply).optional(),
  stats: bySource.optional(),
  statsBySource: bySource.optional(),
  statsByStatus: z.array(z.object({ status: z.enum(DocumentStatus), totalCount })).optional(),
  statsByDocumentType: z.array(z.object({ documentType: z.enum(DocumentType), totalCount })).optional(),
});
type Reply = z.input<typeof listDocumentsReply>;

/** The statistics that were asked for, of all that matches and not of the page alone. */
async function count(database: Database, filter: DocumentFilter, include: Include): Promise<Partial<Reply>> {
  const ask = async (wanted: boolean, by: Parameters<typeof countDocuments>[2]) => {
    const rows = wanted ? await countDocuments(database, filter, by) : undefined;
    return rows?.map(({ value, totalCount }) => ({ [by]: value, totalCount }));
  };
  const [sources, statuses, types] = await Promise.all([
    ask(include.stats || include.statsBySource, 'source'),
    ask(include.statsByStatus, 'status'),
    ask(include.statsByDocumentType, 'documentType'),
  ]);
  // The database groups by the very enumerations of the reply.
  return {
    ...(include.stats && { stats: sources }),
    ...(include.statsBySource && { statsBySource: sources }),
    ...(statuses && { statsByStatus: statuses }),
    ...(types && { statsByDocumentType: types }),
  } as Partial<Reply>;
}

const includedUrls = [
  ['raw', 'rawFileUrl'],
  ['parsed', 'parsedTextFileUrl'],
] as const satisfies readonly (readonly [StoredContent, keyof Include])[];

function urlsOf(
  document: DocumentModel,
  include: Include,
  { origin, key }: { origin: string; key: Uint8Array },
) {
  const asked = includedUrls.filter(([content, flag]) => include[flag] && hasContent(document, content));
  const { id: documentId, namespaceId } = document;
  return Object.fromEntries(
    asked.map(([content]) => [
      content,
      `${origin}/v1/files/${writeFileLink(key, { namespaceId, documentId, content })}`,
    ]),
  );
}

function presentAll(
  documents: readonly DocumentModel[],
  namespace: Namespace,
  include: Include,
  links: { origin: string; key: Uint8Array },
): Pick<Reply, 'documents'> {
  if (!include.documents) return {};
  const present = (document: DocumentModel) =>
    presentDocument(document, namespace, urlsOf(document, include, links));
  return { documents: documents.map(present) };
}

export const listDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents',
  summary: 'Fetch documents by a filter, with statistics',
  tags: ['Documents'],
  scope: 'read',
  body: listDocumentsBody,
  status: 200,
  reply: listDocumentsReply,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_FILTER_CONFIG' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, organizationId, tenantId, origin }, context) {
    const { database, linkKey: key } = context;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const list = { key, place: `documents/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_FILTER_CONFIG' });
    const filter = toDocumentFilter(body.filterConfig, { namespaceId: namespace.id, tenantId });
    const [documents, statistics] = await Promise.all([
      listDocuments(database, filter, page),
      count(database, filter, body.includeConfig),
    ]);
    const { shown, info } = cutPage(documents, page, list);
    const presented = presentAll(shown, namespace, body.includeConfig, { origin, key });
    return { message: 'The documents', data: { ...info, ...statistics, ...presented } };
  },
});
