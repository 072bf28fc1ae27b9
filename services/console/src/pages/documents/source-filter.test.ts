import { sourceFilterFields } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { sourceFilterOf, sourceFilters } from './source-filter.ts';

test('each field of the API has a filter, and days become moments', () => {
  expect(sourceFilters.map(({ name }) => name)).toEqual(sourceFilterFields.map(({ name }) => name));
  expect(sourceFilterOf({ urlPrefix: 'https://example.com/', modifiedAfter: '2026-11-27' })).toEqual({
    urlPrefix: 'https://example.com/',
    modifiedAfter: new Date(2026, 10, 27).toISOString(),
  });
});

test('what is empty or no day is no filter', () => {
  expect(sourceFilterOf({ urlPrefix: '', modifiedBefore: 'soon' })).toBeUndefined();
});
