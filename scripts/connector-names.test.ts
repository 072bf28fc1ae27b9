import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { connectorFacts } from '../packages/clients/sdk/src/generated/api.ts';

/** Places that belong to one connector each, the list of them, and what is generated from it. */
const homes = [
  /^packages\/providers\/connectors\/src\/(providers\/|microsoft-graph\/|connectors\.ts$)/,
  /\/_?generated\//,
];

/** Files that show one connector as an example, or use its name for something else. Those of a new connector need no line here. */
const others = [
  'packages/providers/connectors/src/define-connector.ts',
  'packages/providers/connectors/src/settings.ts',
  'packages/providers/connectors/src/oauth-settings.ts',
  'packages/providers/connectors/src/picker-settings.ts',
  'services/gateway/src/connections/present-connection.ts',
  'services/gateway/src/connections/routes/check.ts',
  'services/gateway/src/connections/routes/change.ts',
  'services/gateway/src/connections/routes/read.ts',
  'services/gateway/src/connections/open-account.ts',
  'services/gateway/src/http/openapi.ts',
  'services/gateway/src/namespaces/provider-forms.ts',
  // The converters of markup, which run in a process of their own.
  'packages/providers/connectors/src/markup/convert-markup.ts',
  // A component of that name.
  'services/console/src/parts/fields.tsx',
  'services/console/src/parts/table.tsx',
];

/** Kinds of stores have the names of buckets; only the label of the connector is searched for. */
const isStoreToo = (name: string) => name.length < 3;

const words = Object.entries(connectorFacts).flatMap(([name, { label, config }]) =>
  [isStoreToo(name) ? [] : name, label, config ?? []].flat(),
);
const named = new RegExp(`(?<![\\w-])(${words.join('|')})(?![\\w-])`);

const shipped = execFileSync('git', ['ls-files', 'packages', 'services', '.dependency-cruiser.cjs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|js|cjs)$/.test(file) && /(\/src\/|^\.)/.test(file))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file) && !/^packages\/(testing|readers)\//.test(file))
  .filter((file) => !homes.some((home) => home.test(file)));

test('no shipped file names a connector, but its folder and the one list', () => {
  const naming = shipped.filter((file) => named.test(readFileSync(file, 'utf8')));
  expect(naming.filter((file) => !others.includes(file))).toEqual([]);
  expect(others.filter((file) => !naming.includes(file))).toEqual([]);
});
