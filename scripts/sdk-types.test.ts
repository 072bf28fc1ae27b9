import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { typeOf } from './sdk-types/json-schema-type.ts';
import { sdkTypes, sdkTypesPath } from './sdk-types.ts';

test('the committed types are the generated ones: npm run sdk-types writes them', () => {
  expect(readFileSync(sdkTypesPath, 'utf8')).toBe(sdkTypes(readFileSync('docs/openapi.json', 'utf8')));
});

test.each([
  [{}, 'unknown'],
  [{ const: "it's" }, "'it\\'s'"],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { enum: ['A', 'B'] } }, "readonly ('A' | 'B')[]"],
  [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'readonly (readonly string[])[]'],
  [{ type: 'object', additionalProperties: false }, 'Readonly<Record<string, never>>'],
  [{ anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] }, 'Pet | null'],
  [
    { type: 'object', properties: { $set: { type: 'integer' }, 'a-b': {} }, required: ['$set'] },
    "{\n  readonly $set: number;\n  readonly 'a-b'?: unknown;\n}",
  ],
])('%j is %s', (schema, expected) => {
  expect(typeOf(schema)).toBe(expected);
});

test('an unknown type is refused', () => {
  expect(() => typeOf({ type: 'tuple' })).toThrow(/tuple/);
});
