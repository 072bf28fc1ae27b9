import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { notRepeatable, operations, pagedItems } from './operations.ts';

interface OpenApi {
  readonly paths: Record<string, Record<string, { tags: string[]; responses: Record<string, unknown> }>>;
}

const document = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../docs/openapi.json`, 'utf8'),
) as OpenApi;
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { tags }]) => !tags.includes('OpenAI forms'))
    .map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      answer: JSON.stringify(operation.responses),
    })),
);
const names = Object.values(operations).flatMap((methods) => Object.values(methods));

test('every documented endpoint has exactly one method', () => {
  expect([...names].sort()).toEqual(documented.map(({ name }) => name).sort());
});

test('every listing that has further pages can be iterated', () => {
  const listings = documented.filter(
    ({ name, answer }) => answer.includes('nextCursor') && !/^PATCH/.test(name),
  );
  expect(Object.keys(pagedItems).sort()).toEqual(listings.map(({ name }) => name).sort());
});

test('what may not be repeated is documented', () => {
  for (const name of notRepeatable) expect(names).toContain(name);
});
