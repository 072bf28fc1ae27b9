import { filterConfig } from '@docfleet/api/document-filter';
import { searchBody } from '@docfleet/api/search-body';
import { invalidInput, readWith } from '@docfleet/errors/issues';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

const issuesOf = (body: object) => {
  const read = readWith(searchBody, body);
  return 'issues' in read ? read.issues : [];
};

test.each([
  [{}, 'namespaceId', 'is required'],
  [{ namespaceId: '' }, 'namespaceId', 'must not be empty'],
  [{ namespaceId: [] }, 'namespaceId', 'must not be empty'],
  [{ namespaceId: 1 }, 'namespaceId', 'has a form that is not accepted'],
  [
    { namespaceId: 'a', filter: { team: 'x' } },
    'filter.team',
    'is not a known field (known: metadata, source)',
  ],
])('of the forms of a field, the one that %j has is judged', (body, path, message) => {
  expect(issuesOf({ query: 'x', ...body })).toEqual([{ path, message: expect.stringContaining(message) }]);
});

test('an unknown field of a filter of documents is answered with all fields that there are', () => {
  const read = readWith(filterConfig, { documentName: 'x' });
  const [{ message } = { message: '' }] = 'issues' in read ? read.issues : [];
  expect(message).toContain(`(known: ${Object.keys(filterConfig.shape).join(', ')})`);
});

test.each([
  ['an empty query', { query: '' }, 'query', 'must not be blank'],
  ['a field without a name', { filter: { metadata: { '': 1 } } }, 'filter.metadata.""', 'must have a name'],
  [
    'a field with a long name',
    { filter: { metadata: { ['a'.repeat(129)]: 1 } } },
    `filter.metadata.${'a'.repeat(129)}`,
    'has a name longer than 128 characters',
  ],
  [
    'no filters to combine',
    { filter: { metadata: { and: [] } } },
    'filter.metadata.and',
    'must not be empty',
  ],
  [
    'no filters within others',
    { filter: { metadata: { not: { or: [{ or: [] }] } } } },
    'filter.metadata.not.or.0.or',
    'must not be empty',
  ],
])('%s is refused in one sentence that names its place', (_what, body, path, message) => {
  expect(issuesOf({ query: 'x', namespaceId: 'a', ...body })).toEqual([
    { path, message: expect.stringContaining(message) },
  ]);
});

test('a parameter of a query that is no number is refused without the value that was made of it', () => {
  const read = readWith(z.object({ limit: z.coerce.number().int().min(1) }), { limit: 'x' });
  expect(read).toEqual({ issues: [{ path: 'limit', message: 'must be a number' }] });
});

test('the message names three fields, and how many more there are', () => {
  const read = readWith(z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string() }), {});
  const issues = 'issues' in read ? read.issues : [];
  const sentenceOf = (count: number) =>
    invalidInput(issues.slice(0, count), { default: 'INVALID_REQUEST' }).message;
  expect(sentenceOf(2)).toBe('a is required; b is required');
  expect(sentenceOf(4)).toBe('a is required; b is required; c is required (and 1 more)');
});

const messageOf = (schema: z.ZodType, value: unknown) => {
  const read = readWith(schema, value);
  return 'issues' in read ? read.issues.map(({ message }) => message).join('\n') : '';
};

const deep = z.strictObject({
  ingestConfig: z.strictObject({ config: z.strictObject({ text: z.string() }).optional() }).default({}),
  one: z.strictObject({ twice: z.string() }).optional(),
  other: z.strictObject({ twice: z.string() }).optional(),
});

test('a field that is sent in another place is answered with where it belongs, unless there are several places', () => {
  expect(messageOf(deep, { text: 'x' })).toContain('did you mean ingestConfig.config.text?');
  expect(messageOf(deep, { twice: 'x' })).toContain('(known: ingestConfig, one, other)');
});

test('of many values the one that was probably meant is named alone', () => {
  const values = z.enum(['DOCUMENTS_READY', ...Array.from({ length: 16 }, (_, at) => `EVENT_${at}`)]);
  expect(messageOf(values, 'document.ready')).toBe(
    'is not one of its 17 values, but it is "document.ready"; did you mean DOCUMENTS_READY?',
  );
  expect(messageOf(values, 'lunch')).toContain('must be one of DOCUMENTS_READY, EVENT_0');
});

test('a sentence of a vendor stands behind a colon', () => {
  const issue = { path: 'embeddingModelConfig.apiKey', message: 'The model refuses the key' };
  expect(invalidInput([issue], { default: 'INVALID_REQUEST' }).message).toBe(
    'embeddingModelConfig.apiKey: The model refuses the key',
  );
});
