import type { DocumentFilter } from '@docfleet/domain/document';
import { z } from 'zod';
import { invalidField } from '../http/issues.ts';
import { type filterConfig, toDocumentFilter } from './document-filter.ts';

/** Query parameters of every bulk change. */
export const bulkQuery = z.object({
  all: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: an empty filterConfig means every document of the namespace, or of the tenant'),
});

/** The documents to change; throws INVALID_FILTER_CONFIG for an empty filter without explicit confirmation. */
export function toBulkFilter(
  given: z.output<typeof filterConfig>,
  { all, ...scope }: { all: 'true' | 'false'; namespaceId: string; tenantId: string | undefined },
): DocumentFilter {
  const { metadata, ...fields } = given;
  const empty = !metadata?.length && Object.values(fields).every((values) => values === undefined);
  if (empty && all !== 'true')
    throw invalidField(
      'INVALID_FILTER_CONFIG',
      'filterConfig',
      'is empty: name the documents, or say ?all=true to mean every one',
    );
  return toDocumentFilter(given, scope);
}
