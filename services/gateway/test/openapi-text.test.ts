import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routes } from '../src/routes.ts';
import type { AnyJson } from './call.ts';
import { openApiText } from './openapi-text.ts';

const document = JSON.parse(openApiText());

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every reference leads somewhere', () => {
  const references = openApiText().match(/"#\/[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    const steps = (JSON.parse(reference) as string).slice(2).split('/');
    expect(steps.reduce<AnyJson>((value, step) => value?.[step], document)).toBeDefined();
  }
});

test('every operation has a name of its own', () => {
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(routes.length);
});

test.each(routes.filter((route) => route.body).map((route) => [route.path, route] as const))(
  'the examples of %s are what it takes',
  (_path, route) => {
    const examples = (route.body?.meta()?.['examples'] ?? []) as unknown[];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(route.body?.safeParse(example).error).toBeUndefined();
  },
);
