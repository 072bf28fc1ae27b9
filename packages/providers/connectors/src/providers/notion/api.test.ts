import { expect, test } from '@jest/globals';
import { notionVendor } from './api.ts';

test.each([
  ['validation_error', 'Database with ID 1 is a linked database', 'missing'],
  ['validation_error', 'Database does not contain any data sources accessible by this API bot', 'missing'],
  ['validation_error', 'The start_cursor provided is invalid', 'cursor'],
  ['validation_error', 'path failed validation', undefined],
  ['restricted_resource', 'Database with ID 1 is a linked database', undefined],
  ['conflict_error', 'The start_cursor provided is in use', undefined],
  [undefined, 'The start_cursor provided is invalid', undefined],
])('a refusal of the code %s with the words "%s" is one of the subject %s', (code, message, subject) => {
  const refusal = { status: 400, headers: new Headers(), json: { code, message }, text: 'text' };
  expect(notionVendor.readRefusal?.(refusal)).toEqual({ subject, reason: message });
});
