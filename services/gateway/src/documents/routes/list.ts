import type { Database } from '@docfleet/domain/database';
import { countDocuments, type DocumentFilter, listDocuments } from '@docfleet/domain/document';
import { z } from 'zod';
import { cutPage, readPage } from '../../http/page.ts';
import { pageInfo, pagination } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { documentStatus, documentType, ingestionSource } from '../../http/shared-fields.ts';
import { findOwnNamespace, namespaceId } from '../../namespaces/find-own-namespace.ts';
import { filterConfig, toDocumentFilter } from '../document-filter.ts';
import { documentResponse } from '../present-document.ts';
import { type Include, includeConfig, presentDocuments } from '../present-documents.ts';

const listFilter = filterConfig
  .extend({ name: z.string().max(500).optional().describe('How the name begins, in whatever case') })
  .meta({ id: 'DocumentListFilter', description: 'All fields must hold; of the values of one field, any' });

const listDocumentsBody = z
  .strictObject({ namespaceId, filterConfig: listFilter, includeConfig, pagination })
  .meta({
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
const bySource = z.array(z.object({ source: ingestionSource, totalCount }));
const listDocumentsResponse = z.object({
  ...pageInfo,
  documents: z.array(documentResponse).optional(),
  stats: bySource.optional(),
  statsBySource: bySource.optional(),
  statsByStatus: z.array(z.object({ status: documentStatus, totalCount })).optional(),
  statsByDocumentType: z.array(z.object({ documentType, totalCount })).optional(),
});
type ApiResponse = z.input<typeof listDocumentsResponse>;

/** The statistics that were asked for, of all that matches and not of the page alone. */
async function count(
  database: Database,
  filter: DocumentFilter,
  include: Include,
): Promise<Partial<ApiResponse>> {
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
  } as Partial<ApiResponse>;
}

export const listDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents',
  summary: 'Fetch documents by a filter, with statistics',
  tags: ['Documents'],
  scope: 'read',
  body: listDocumentsBody,
  status: 200,
  isExpensive: true,
  response: listDocumentsResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'INTERNAL_ERROR',

  async handle({ body, organizationId, tenantId, origin }, context) {
    const { lists, linkKey: key } = context;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const list = { key, place: `documents/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const { name: namePrefix, ...fields } = body.filterConfig;
    const filter = { ...toDocumentFilter(fields, { namespaceId: namespace.id, tenantId }), namePrefix };
    const [documents, statistics] = await lists.read((database) =>
      Promise.all([listDocuments(database, filter, page), count(database, filter, body.includeConfig)]),
    );
    const { shown, info } = cutPage(documents, page, list);
    const presented = presentDocuments(shown, namespace, body.includeConfig, { origin, key });
    return { message: 'The documents', data: { ...info, ...statistics, ...presented } };
  },
});
