import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import type { VectorQuery } from '../../provider.ts';
import { userPrefix } from './metadata.ts';

/** Its documentation does not say whether a negation matches where the field is absent: asking for both is right either way. */
const orAbsent = (field: string, condition: object) => ({
  $or: [{ [field]: condition }, { [field]: { $exists: false } }],
});

/** Undefined stands for what Pinecone cannot express: everything, of which the caller keeps what matches by its row. */
type Translated = object | undefined;

function translate({ field: name, operator, value }: MetadataCondition): object {
  const field = userPrefix + name;
  const condition = { [operator]: value };
  return operator === '$ne' || operator === '$nin' ? orAbsent(field, condition) : { [field]: condition };
}

const opposites = { $eq: '$ne', $ne: '$eq', $in: '$nin', $nin: '$in' } as const;

/**
 * Translates the negation of a condition. A failed comparison may be due to a value that is no number, for which Pinecone has no condition.
 */
function translateNegated(condition: MetadataCondition): Translated {
  const { field, operator } = condition;
  if (operator === '$exists') return translate({ field, operator, value: !condition.value });
  if (!(operator in opposites)) return undefined;
  const opposite = opposites[operator as keyof typeof opposites];
  return translate({ ...condition, operator: opposite } as MetadataCondition);
}

const isKnown = (translated: Translated): translated is object => translated !== undefined;

/** Joins conditions by AND. Those that cannot be expressed are left out, so it may match more than it should. */
function conjunction(parts: readonly Translated[]): Translated {
  const known = parts.filter(isKnown);
  return known.length <= 1 ? known[0] : { $and: known };
}

/** A disjunction with a part that cannot be expressed matches everything. */
function disjunction(parts: readonly Translated[]): Translated {
  if (!parts.every(isKnown)) return undefined;
  return parts.length === 1 ? parts[0] : { $or: parts };
}

/** Pinecone has no negation but those of its operators, so that one moves inwards to the conditions. */
function translateClause(clause: MetadataClause, negated: boolean): Translated {
  if ('not' in clause) return translateAll(clause.not, !negated);
  if (!('anyOf' in clause)) return negated ? translateNegated(clause) : translate(clause);
  const parts = clause.anyOf.map((one) => translateAll(one, negated));
  return negated ? conjunction(parts) : disjunction(parts);
}

function translateAll(filter: MetadataFilter, negated: boolean): Translated {
  const parts = filter.map((clause) => translateClause(clause, negated));
  return negated ? disjunction(parts) : conjunction(parts);
}

/** The query's tenant, documents and metadata conditions in Pinecone's language; undefined when there are none. */
export function toFilter({ tenantId, documentIds, filter = [] }: VectorQuery): object | undefined {
  const conditions: Translated[] = filter.map((clause) => translateClause(clause, false));
  if (documentIds !== undefined) conditions.unshift({ documentId: { $in: documentIds } });
  if (tenantId !== undefined) conditions.unshift({ tenantId: { $eq: tenantId } });
  return conjunction(conditions);
}
