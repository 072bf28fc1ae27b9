import { toSourceFilter } from '@docfleet/api/document-fields';
import { type filterConfig, toDocumentFilter } from '@docfleet/api/document-filter';
import type { DocumentFilter } from '@docfleet/domain/document';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';

/** Query parameters of every bulk change. */
export const bulkQuery = z.object({
  all: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: an empty filterConfig means every document of the namespace, or of the tenant'),
});

/** The documents to change, and the names of the fields that select them; throws INVALID_FILTER_CONFIG for an empty filter without explicit confirmation. */
export function toBulkFilter(
  given: z.output<typeof filterConfig>,
  { all, ...scope }: { all: 'true' | 'false'; namespaceId: string; tenantId: string | undefined },
): { filter: DocumentFilter; filterFields: string[] } {
  const { metadata = [], source, ...others } = given;
  const filterFields = [
    ...Object.entries(others).flatMap(([field, values]) => (values === undefined ? [] : [field])),
    ...(metadata.length > 0 ? ['metadata'] : []),
    ...(toSourceFilter(source) ? ['source'] : []),
  ];
  if (filterFields.length === 0 && all !== 'true')
    throw invalidField(
      'INVALID_FILTER_CONFIG',
      'filterConfig',
      'is empty: name the documents, or say ?all=true to mean every one',
    );
  return { filter: toDocumentFilter(given, scope), filterFields };
}
