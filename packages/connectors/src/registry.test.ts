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
  const suite = readFileSync(new URL(`${name}/${name}.test.ts`, home), 'utf8');
  expect(suite).toContain('describeConnector({');
});
