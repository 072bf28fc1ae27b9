import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { egressConfig, readConfig, secretsConfig, tracingConfig } from './index.ts';

test('an empty value counts as unset', () => {
  const schema = z.object({ PORT: z.coerce.number().default(4000) });
  expect(readConfig(schema, { PORT: '' })).toEqual({ PORT: 4000 });
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
