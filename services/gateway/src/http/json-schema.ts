import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

const localPrefix = '#/$defs/';

/** Whether a keyword is no real limit: zod writes the limits of exact integers, which every JSON number has, at each integer. */
const isNoLimit = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** Key of schema metadata that lists fields of which a request has exactly one: see `oneOfFields`. */
const alternatives = 'alternatives';

/**
 * Returns metadata of an object of which a request has one of these fields. A schema that accepts several together is described as one that
 * does not.
 */
export const oneOfFields = (...fields: readonly string[]) => ({ [alternatives]: fields });

/**
 * Describes each alternative as a schema of its own: generated clients in languages without `$` use one name for `$metadata` and
 * `metadata`, and omit a schema with both.
 */
function describeOneByOne({ [alternatives]: fields, properties, ...own }: JsonSchema): JsonSchema {
  const others = Object.entries(properties as object).filter(
    ([name]) => !(fields as string[]).includes(name),
  );
  const schemas = (fields as string[]).map((field) => ({
    ...own,
    properties: { ...Object.fromEntries(others), [field]: (properties as JsonSchema)[field] },
    required: [...((own['required'] ?? []) as string[]), field],
  }));
  return { anyOf: schemas };
}

const isScalar = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string';

/** Whether a keyword is the title of an object. Titles are for forms; generators of clients would name classes after them, and several are alike. */
const isTitleOfObject = (key: string, owner: object) =>
  key === 'title' &&
  (('type' in owner && owner.type === 'object') ||
    'oneOf' in owner ||
    ('anyOf' in owner && !(owner.anyOf as unknown[]).every(isScalar)) ||
    '$ref' in owner);

function withSharedReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedReferences);
  if (value === null || typeof value !== 'object') return value;
  if (alternatives in value) return withSharedReferences(describeOneByOne(value as JsonSchema));
  const meant = Object.entries(value).filter(
    ([key, child]) => !isNoLimit(key, child) && !isTitleOfObject(key, value),
  );
  const entries = meant.map(([key, child]) =>
    key === '$ref' && typeof child === 'string'
      ? [key, child.replace(localPrefix, '#/components/schemas/')]
      : [key, withSharedReferences(child)],
  );
  return Object.fromEntries(entries);
}

/** Returns a zod schema in the form of OpenAPI 3.1; schemas with an `id` are added to `components` and referenced. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, unknown>,
): JsonSchema {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  Object.assign(components, withSharedReferences($defs));
  return withSharedReferences(own) as JsonSchema;
}
