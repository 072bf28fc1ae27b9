import { filterConfig, toDocumentFilter } from '@docfleet/api/document-filter';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { cutPage, pageInfo, pagination, readPage } from '@docfleet/api/pagination';
import { documentStatus, documentType, ingestionSource } from '@docfleet/api/shared-fields';
import type { Database } from '@docfleet/domain/database';
import { countDocuments, type DocumentFilter, listDocumentPage } from '@docfleet/domain/document';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { documentResponse, type Include, includeConfig, presentDocuments } from '../present-documents.ts';

const listFilter = filterConfig
  .extend({ name: z.string().max(500).optional().describe('A part of the name, in whatever case') })
  .meta({ id: 'DocumentListFilter', description: 'All fields must hold; of the values of one field, any' });

const listDocumentsBody = z
  .strictObject({ namespaceId, filterConfig: listFilter, includeConfig, pagination })
  .meta({
    examples: [
      {
        namespaceId: 'quickstart',
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
  statsAreEstimated: z
    .literal(true)
    .optional()
    .describe(
      'The statistics are computed from a sample of the documents, as counting all that this filter may match takes too long; absent where they are exact',
    ),
});
type ApiResponse = z.input<typeof listDocumentsResponse>;

/** Returns the requested statistics, counted over all matching documents and not over the page alone. */
async function count(
  database: Database,
  filter: DocumentFilter,
  include: Include,
): Promise<Partial<ApiResponse>> {
  const { stats, statsBySource, statsByStatus, statsByDocumentType } = include;
  if (!stats && !statsBySource && !statsByStatus && !statsByDocumentType) return {};
  const counts = await countDocuments(database, filter);
  const by = (kind: Parameters<typeof counts.by>[0]) =>
    counts.by(kind).map(({ value, totalCount }) => ({ [kind]: value, totalCount }));
  // The database groups by the very enumerations of the response.
  return {
    ...(stats && { stats: by('source') }),
    ...(statsBySource && { statsBySource: by('source') }),
    ...(statsByStatus && { statsByStatus: by('status') }),
    ...(statsByDocumentType && { statsByDocumentType: by('documentType') }),
    ...(counts.isEstimated && { statsAreEstimated: true }),
  } as Partial<ApiResponse>;
}

export const listDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents',
  summary: 'Fetch documents by a filter, with statistics',
  description:
    'The newest first. `filterConfig` limits the documents, `includeConfig` names what each response contains besides them, such as statistics or links to files. An empty filter matches all.',
  tags: ['Documents'],
  scope: 'read',
  body: listDocumentsBody,
  isExpensive: true,
  response: listDocumentsResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },

  async handle({ body, organizationId, actor, tenantId, origin }, context) {
    const { lists, linkKey: key } = context;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const list = { key, place: `documents/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const { name: namePart, ...fields } = body.filterConfig;
    const filter = { ...toDocumentFilter(fields, { namespaceId: namespace.id, tenantId }), namePart };
    const [{ documents, readTo }, statistics] = await lists.read((database) =>
      Promise.all([listDocumentPage(database, filter, page), count(database, filter, body.includeConfig)]),
    );
    const { shown, info } = cutPage(documents, page, { ...list, readTo });
    const presented = presentDocuments(shown, namespace, body.includeConfig, {
      origin,
      key,
      apiKeyId: actor.apiKeyId,
    });
    return { message: 'The documents', data: { ...info, ...statistics, ...presented } };
  },
});
