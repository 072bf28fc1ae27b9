import { expect, test } from '@jest/globals';
import { openSchemas } from './open-schemas.ts';
import { openApiText } from './openapi-text.ts';

interface Media {
  readonly schema: { readonly examples?: readonly unknown[] };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Described {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: object;
}
interface Result {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly Described[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Result>>;
}

const document = JSON.parse(openApiText());
const { resolve, problemsOf } = openSchemas(document);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(
    ([method, operation]) => [`${method} ${path}`, operation] as const,
  ),
);

test.each(operations)('%s is described, in a group that is described', (_name, { description, tags }) => {
  expect(description).toMatch(/^[A-Z`].{20,}[.:)]$/s);
  const group = document.tags.find(({ name }: { name: string }) => name === tags?.[0]);
  expect(group?.description).toMatch(/^[A-Z].+ .+\.$/);
});

/** All examples of one body; throws when it has none. */
function examplesOf({ schema, example, examples }: Media, where: string): unknown[] {
  const named = Object.values(examples ?? {}).map((entry) => resolve(entry).value);
  const found = [...(schema.examples ?? []), ...(example === undefined ? [] : [example]), ...named];
  if (found.length === 0)
    throw new Error(`${where} has no example: add one to its schema with .meta({ examples: [...] })`);
  return found;
}

test.each(operations)('%s has a summary and a tag, and says what each parameter is', (_name, operation) => {
  expect(operation.summary).toMatch(/^[A-Z].{5,}$/);
  expect(operation.tags?.length).toBeGreaterThan(0);
  for (const parameter of operation.parameters.map(resolve)) {
    const { name, description, example, schema } = parameter;
    // A page that sends requests would fill in the example of an optional header.
    const isLeftOut = parameter.in === 'header' && !parameter.required;
    const lacks = [!description && 'description', !isLeftOut && example === undefined && 'example'];
    expect({ name, lacks: lacks.filter(Boolean) }).toEqual({ name, lacks: [] });
    if (isLeftOut) expect(parameter).not.toHaveProperty('example');
    else expect(problemsOf(schema, example)).toBe('');
  }
});

test.each(operations)('%s shows a request that its own schema takes', (name, { requestBody }) => {
  for (const [type, media] of Object.entries(requestBody?.content ?? {}))
    for (const example of examplesOf(media, `The ${type} body of ${name}`))
      expect(problemsOf(media.schema, example)).toBe('');
});

test.each(operations)(
  '%s shows a request to the namespace that the quickstart creates',
  (name, { requestBody }) => {
    for (const [type, media] of Object.entries(requestBody?.content ?? {}))
      for (const example of examplesOf(media, `The ${type} body of ${name}`))
        expect((example as { namespaceId?: string }).namespaceId ?? 'quickstart').toBe('quickstart');
  },
);

test.each(operations)('%s shows every kind of answer, as its own schema has it', (name, { responses }) => {
  const entries = Object.entries(responses).map(([status, result]) => [status, resolve(result)] as const);
  expect(entries.length).toBeGreaterThan(1);
  for (const [status, { description, headers, content }] of entries) {
    expect(description).not.toBe('');
    expect(Object.keys(headers ?? {})).toContain('X-Request-Id');
    for (const media of Object.values(content))
      for (const example of examplesOf(media, `The ${status} of ${name}`))
        expect(problemsOf(media.schema, example)).toBe('');
  }
});

test.each(operations)('%s shows an example of each code that it may answer', (_name, { responses }) => {
  for (const result of Object.values(responses).map((response) => resolve(response))) {
    const { schema, examples } = result.content['application/json'] ?? {};
    const codes = JSON.stringify(schema ?? {}).includes('schemas/Error')
      ? result.description.split(', ')
      : [];
    expect(Object.keys(examples ?? {})).toEqual(codes);
    for (const [code, example] of Object.entries(examples ?? {}))
      expect(resolve(example).value).toMatchObject({ error: { code } });
  }
});

/** All objects in the description, with where they lie. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${path}/${key}`);
}

test('no object has two fields that become one name in languages without signs in names', () => {
  const clashes = [...objectsIn(document)].flatMap(([path, { properties }]) => {
    const names = Object.keys(path.endsWith('/properties') ? {} : (properties ?? {}));
    const plain = names.map((name) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase());
    return new Set(plain).size === plain.length ? [] : [path];
  });
  expect(clashes).toEqual([]);
});

test('no two objects of bodies have one title, after which generators of clients name classes', () => {
  const titled = [...objectsIn({ ...document.components.schemas, ...document.paths })].filter(
    ([path, { title, type }]) =>
      typeof title === 'string' && type === 'object' && !path.endsWith('/properties'),
  );
  expect(titled.map(([path]) => path)).toEqual([]);
});

test('a search says that its query is not blank', () => {
  const { schema } = document.paths['/v1/search'].post.requestBody.content['application/json'];
  expect(resolve(schema).properties.query.pattern).toBe('\\S');
});

test('what operations share is written once: the description stays under 6 kB for each', () => {
  expect(JSON.stringify(document).length / operations.length).toBeLessThan(6_000);
});
