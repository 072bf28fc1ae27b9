import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

const localPrefix = '#/$defs/';

/** zod writes the limits of exact integers, which JSON has for every number, at each of them. */
const isNoLimit = (key: string, value: unknown) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

function withSharedReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedReferences);
  if (value === null || typeof value !== 'object') return value;
  const meant = Object.entries(value).filter(([key, child]) => !isNoLimit(key, child));
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
