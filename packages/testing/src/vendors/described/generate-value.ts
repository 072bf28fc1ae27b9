import { z } from 'zod';

/** Keywords of OpenAPI schemas that values are generated from. */
export const describedSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  nullable: z.boolean().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get items() {
    return describedSchema.optional();
  },
  get properties() {
    return z.record(z.string(), describedSchema).optional();
  },
  get allOf() {
    return z.array(describedSchema).optional();
  },
  get oneOf() {
    return z.array(describedSchema).optional();
  },
  get anyOf() {
    return z.array(describedSchema).optional();
  },
});
export type DescribedSchema = z.output<typeof describedSchema>;

export interface ValueSource {
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Returns the schema that a reference names. */
  resolve(reference: string): DescribedSchema;
}

/** Depth from which values omit their optional parts. */
const deepest = 6;
const longText = 'long '.repeat(20_000);

/** Valid texts that implementations seldom expect. */
const texts = [
  '',
  ' ',
  'plain',
  longText,
  'nul \0 and \u0007',
  'line\r\nbreak\ttab',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '"quoted" & \'quoted\'',
  '{"json": true}',
  '日本語 🙂 e\u0301',
  '\u202Eright to left',
  '\uD800 alone',
  '%2F%00',
  'id:1/2\\3|4',
  '-1',
  'null',
  '__proto__',
];
const moments = [
  '1970-01-01T00:00:00Z',
  '2026-02-28T23:59:59.999Z',
  '9999-12-31T23:59:59Z',
  '2026-01-01T00:00:00+14:00',
];
const numbers = [0, 1, 2, 255, 2 ** 31, 2 ** 53];

/** Returns a value that a schema allows: optional fields come and go, arrays are short or empty, texts are hostile. */
export function generateValue(schema: DescribedSchema, source: ValueSource, depth = 0): unknown {
  const { random } = source;
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  if (schema.$ref !== undefined) return generateValue(source.resolve(schema.$ref), source, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  if (schema.nullable && random() < 0.3) return null;
  if (schema.allOf) return merged([...schema.allOf, { ...schema, allOf: undefined }], source, depth);
  const variant = pick(schema.oneOf ?? schema.anyOf ?? []);
  if (variant) return merged([variant, { ...schema, oneOf: undefined, anyOf: undefined }], source, depth);
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  switch (type ?? (schema.properties ? 'object' : 'string')) {
    case 'object':
      return generateObject(schema, source, depth);
    case 'array': {
      const length = depth > deepest || !schema.items ? 0 : Math.floor(random() * 4);
      return Array.from({ length }, () => generateValue(schema.items ?? {}, source, depth + 1));
    }
    case 'integer':
    case 'number':
      return Math.min(
        schema.maximum ?? Number.MAX_SAFE_INTEGER,
        Math.max(schema.minimum ?? 0, pick(numbers) ?? 0),
      );
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return schema.format === 'date-time' ? pick(moments) : pick(texts);
  }
}

function merged(parts: readonly DescribedSchema[], source: ValueSource, depth: number): unknown {
  const values = parts
    .filter(
      (part) =>
        part.type ?? part.$ref ?? part.properties ?? part.allOf ?? part.oneOf ?? part.anyOf ?? part.enum,
    )
    .map((part) => generateValue(part, source, depth + 1));
  const objects = values.filter(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return objects.length === values.length ? Object.assign({}, ...objects) : values[0];
}

function generateObject(
  { properties = {}, required = [] }: DescribedSchema,
  source: ValueSource,
  depth: number,
) {
  const present = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth <= deepest && source.random() < 0.6),
  );
  const value = Object.fromEntries(
    present.map(([name, schema]) => [name, generateValue(schema, source, depth + 1)]),
  );
  // Vendors add fields without a new version.
  return source.random() < 0.2 ? { ...value, fieldOfTomorrow: { nested: [1] } } : value;
}
