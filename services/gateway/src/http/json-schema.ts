import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

const localPrefix = '#/$defs/';

/** zod writes the limits of exact integers, which JSON has for every number, at each of them. */
const isNoLimit = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** The key of a schema's metadata that names fields of which a request has one: see `oneOfFields`. */
const alternatives = 'alternatives';

/** Metadata of an object of which a request has one of these fields; what accepts several of them together is described as one that does not. */
export const oneOfFields = (...fields: readonly string[]) => ({ [alternatives]: fields });

/** Clients in languages without `$` use one name for `$metadata` and `metadata`, and leave out what has both: each stands in a schema of its own. */
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

/** Titles are for forms; generators of clients name classes after those of objects, and titles of several are alike. */
const isTitleOfObject = (key: string, owner: object) =>
  key === 'title' &&
  (('type' in owner && owner.type === 'object') || 'oneOf' in owner || 'anyOf' in owner || '$ref' in owner);

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

/** A zod schema as OpenAPI 3.1 writes it; schemas with an `id` go to `components` and are referred to. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, unknown>,
): JsonSchema {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  Object.assign(components, withSharedReferences($defs));
  return withSharedReferences(own) as JsonSchema;
}
