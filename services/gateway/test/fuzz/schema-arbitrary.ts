import fc from 'fast-check';
import type { JsonSchema } from '../../src/http/json-schema.ts';
import { resolve } from '../operations.ts';

/** Values that exist, by the name of the field that takes them; they may grow while the fuzzer runs. */
export type Pools = Pick<ReadonlyMap<string, readonly string[]>, 'get' | 'has'>;

/** Nothing that has to be looked up by name: the tests have no network. */
const addresses = ['http://127.0.0.1:9/', 'https://127.0.0.1:9/a?b=c', 'http://[::1]:9', 'http://10.0.0.1/'];

export const fromPool = (pools: Pools, name: string) =>
  fc.nat().map((index) => {
    const pool = pools.get(name) ?? [];
    return pool[index % pool.length] ?? '';
  });

const limitsOf = ({ minLength, maxLength }: JsonSchema) => ({
  minLength: Number(minLength ?? 0),
  maxLength: Math.min(Number(maxLength ?? 60), 300),
});

function textArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { format, pattern } = schema;
  if (format === 'uri') return fc.constantFrom(...addresses);
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(8e12) })
      .map((date) => date.toISOString());
  if (format === 'uuid') return fc.uuid();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({ unit: 'grapheme', ...limitsOf(schema) });
}

function numberArbitrary({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema) {
  const min = Number(minimum ?? exclusiveMinimum ?? -1_000_000);
  const max = Number(maximum ?? exclusiveMaximum ?? 1_000_000);
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}

function objectArbitrary(schema: JsonSchema, pools: Pools): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const model = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, property]) => [name, schemaArbitrary(property, pools, name)] as const,
  );
  const requiredKeys = (required as string[]).filter((name) => model.some(([known]) => known === name));
  const fields = fc.record(Object.fromEntries(model), { requiredKeys });
  if (typeof additionalProperties !== 'object') return fields;
  const key = fc.oneof(
    fc.constantFrom('team', 'year', 'tags', '__proto__'),
    fc.string({ minLength: 1, maxLength: 12 }),
  );
  const values = schemaArbitrary(additionalProperties as JsonSchema, pools);
  return fc
    .tuple(fields, fc.dictionary(key, values, { maxKeys: 4 }))
    .map(([own, more]) => ({ ...more, ...own }));
}

/** Objects whose parts must fit together, by the name of their field: chance would never find them. */
const fitting: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  hybridConfig: fc
    .integer({ min: 0, max: 10 })
    .map((tenths) => ({ semanticWeight: tenths / 10, keywordWeight: 1 - tenths / 10 })),
  chunkConfig: fc.constantFrom({ chunkSize: 100, chunkOverlap: 10 }, { chunkSize: 8_191, chunkOverlap: 0 }),
};

const anything = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }),
  fc.record({ $gte: fc.integer() }),
  fc.record({ $in: fc.array(fc.constantFrom('a', 1, null), { maxLength: 3 }) }),
);

/** Values that a schema takes; fields of a known name get values that exist, most of the time. */
export function schemaArbitrary(given: JsonSchema, pools: Pools, name = ''): fc.Arbitrary<unknown> {
  const whole = fitting[name];
  const byParts = partsArbitrary(given, pools, name);
  return whole ? fc.oneof(whole, byParts) : byParts;
}

function partsArbitrary(given: JsonSchema, pools: Pools, name: string): fc.Arbitrary<unknown> {
  const schema = resolve(given as { $ref: string } | JsonSchema) as JsonSchema;
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options))
    return fc.oneof(...options.map((option) => schemaArbitrary(option as JsonSchema, pools, name)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((choice) => schemaArbitrary({ ...schema, type: choice }, pools, name)));
  if (type === 'object') return objectArbitrary(schema, pools);
  if (type === 'array') {
    const item = schemaArbitrary((schema['items'] ?? {}) as JsonSchema, pools, name.replace(/s$/, ''));
    return fc.array(item, { minLength: Number(schema['minItems'] ?? 0), maxLength: 4 });
  }
  if (type === 'string' && pools.has(name))
    return fc.oneof({ weight: 9, arbitrary: fromPool(pools, name) }, { weight: 1, arbitrary: fc.uuid() });
  if (type === 'string') return textArbitrary(schema);
  if (type === 'integer' || type === 'number') return numberArbitrary(schema);
  if (type === 'boolean') return fc.boolean();
  return type === 'null' ? fc.constant(null) : anything;
}
