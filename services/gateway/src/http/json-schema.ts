import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

const localPrefix = '#/$defs/';

function withSharedReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedReferences);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, child]) =>
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
