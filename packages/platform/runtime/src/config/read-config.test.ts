import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  databaseConfig,
  egressConfig,
  findSuspectSettings,
  logConfig,
  readConfig,
  secretsConfig,
  tracingConfig,
} from './index.ts';

test('an empty value counts as unset', () => {
  const schema = z.object({ PORT: z.coerce.number().default(4000) });
  expect(readConfig(schema, { PORT: '' })).toEqual({ PORT: 4000 });
});

test('a level of the log is read in either case', () => {
  expect(readConfig(z.object(logConfig), { LOG_LEVEL: 'INFO' })).toEqual({ LOG_LEVEL: 'info' });
  expect(() => readConfig(z.object(logConfig), { LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL/);
});

test('a blank value counts as unset', () => {
  const schema = z.object({ LIMIT: z.coerce.number().default(600) });
  expect(readConfig(schema, { LIMIT: ' \r' })).toEqual({ LIMIT: 600 });
});

test('the end of a line in Windows files is no part of a value', () => {
  expect(readConfig(z.object({ NAME: z.string() }), { NAME: 'a b\r' })).toEqual({ NAME: 'a b' });
});

test('a wrong value is refused with its name', () => {
  expect(() => readConfig(z.object(secretsConfig), { MASTER_KEY: 'short' })).toThrow(/MASTER_KEY/);
});

test('ranges are separated by commas', () => {
  expect(
    readConfig(z.object(egressConfig), { EGRESS_ALLOW_CIDRS: '10.0.0.0/8, 127.0.0.0/8' }).EGRESS_ALLOW_CIDRS,
  ).toEqual(['10.0.0.0/8', '127.0.0.0/8']);
});

test('attributes of traces are percent-encoded, and a list that is none is refused', () => {
  const read = (text: string) =>
    readConfig(z.object(tracingConfig), { OTEL_RESOURCE_ATTRIBUTES: text }).OTEL_RESOURCE_ATTRIBUTES;
  expect(read('team=a%20b, region=eu,')).toEqual({ team: 'a b', region: 'eu' });
  expect(() => read('team')).toThrow(/OTEL_RESOURCE_ATTRIBUTES/);
});

test.each(['"/srv/docs"', "'/srv/docs'"])('the quotes of %s are no part of the value', (DATA_DIR) => {
  expect(readConfig(z.object({ DATA_DIR: z.string() }), { DATA_DIR })).toEqual({ DATA_DIR: '/srv/docs' });
});

test.each([
  'postgresql://u:my#pass@h:5432/d',
  'postgresql://u:12#pass@h/d',
  'postgresql://u:12/pass@h/d',
  'postgresql://u:12?pass@h/d',
])('a password that ends the host of %s is refused with what to write instead', (DATABASE_URL) => {
  expect(() => readConfig(z.object(databaseConfig), { DATABASE_URL })).toThrow(/# as %23/);
});

test.each(['mysql://u:p@h/d', 'jdbc:postgresql://h/d'])('the address %s is refused', (DATABASE_URL) => {
  expect(() => readConfig(z.object(databaseConfig), { DATABASE_URL })).toThrow(
    /is an address like postgresql/,
  );
});

test('a variable that differs from a setting of any service by a typo is named', () => {
  const environment = { PARSE_PROCESES: '1', REDIS_URI: '', REDIS_URL: '', PATH: '', HOME_PAGE: '' };
  expect(findSuspectSettings(environment)).toEqual([
    'There is no setting PARSE_PROCESES: did you mean PARSE_PROCESSES?',
    'There is no setting REDIS_URI: did you mean REDIS_URL?',
  ]);
});

test.each([' ', '\r', '""', "' '"])('a setting whose value is blank is named: %j', (value) => {
  expect(findSuspectSettings({ RATE_LIMIT_PER_MINUTE: value })).toEqual([
    expect.stringMatching(/^The setting RATE_LIMIT_PER_MINUTE is blank/),
  ]);
});

test('an empty value, as compose files pass it on, is not named', () => {
  expect(findSuspectSettings({ PUBLIC_URL: '' })).toEqual([]);
});
