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

test('the message names three fields, and how many more there are', () => {
  const read = readWith(z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string() }), {});
  const issues = 'issues' in read ? read.issues : [];
  const messageOf = (count: number) =>
    invalidInput(issues.slice(0, count), { default: 'INVALID_REQUEST' }).message;
  expect(messageOf(2)).toBe('a is required; b is required');
  expect(messageOf(4)).toBe('a is required; b is required; c is required (and 1 more)');
});
