import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

const key = { DOCFLEET_API_KEY: ' "df_key" ' };

test('quotes and blanks around values are left out, and blank variables are unset', () => {
  expect(readSettings({ ...key, DOCFLEET_URL: '\r' })).toEqual({
    DOCFLEET_URL: 'http://localhost:4000',
    DOCFLEET_API_KEY: 'df_key',
  });
});

test.each(['', ' ', '""'])('a blank tenant is refused by its name: %j', (tenant) => {
  expect(() => readSettings({ ...key, DOCFLEET_TENANT_ID: tenant })).toThrow(/DOCFLEET_TENANT_ID/);
});

test('a missing key is named', () => {
  expect(() => readSettings({ DOCFLEET_API_KEY: '' })).toThrow(/DOCFLEET_API_KEY/);
});
