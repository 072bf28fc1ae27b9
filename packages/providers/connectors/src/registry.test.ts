import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { connectorNames } from './index.ts';

const home = new URL('./providers/', import.meta.url);
const folders = readdirSync(home);

test('every provider has a name', () => {
  const named = connectorNames.map((name) => name.toLowerCase().replaceAll('_', '-'));
  expect(named.toSorted()).toEqual(folders.toSorted());
});

test.each(folders)('the provider in %s runs the conformance suite', (name) => {
  const folder = new URL(`${name}/`, home);
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const suites = tests.map((file) => readFileSync(new URL(file, folder), 'utf8'));
  expect(suites.filter((suite) => suite.includes('describeConnector({'))).not.toEqual([]);
});
