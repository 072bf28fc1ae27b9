import type { MetadataCondition } from '@docfleet/metadata-filter';
import type { VectorQuery } from '../../provider.ts';
import { userPrefix } from './metadata.ts';

/** Its documentation does not say whether a negation matches where the field is absent: asking for both is right either way. */
const orAbsent = (field: string, condition: object) => ({
  $or: [{ [field]: condition }, { [field]: { $exists: false } }],
});

function translate({ field: name, operator, value }: MetadataCondition): object {
  const field = userPrefix + name;
  const condition = { [operator]: value };
  return operator === '$ne' || operator === '$nin' ? orAbsent(field, condition) : { [field]: condition };
}

/** The query's tenant and metadata conditions in Pinecone's language; undefined when there are none. */
export function toFilter({ tenantId, filter = [] }: VectorQuery): object | undefined {
  const conditions = filter.map(translate);
  if (tenantId !== undefined) conditions.unshift({ tenantId: { $eq: tenantId } });
  if (conditions.length <= 1) return conditions[0];
  return { $and: conditions };
}
