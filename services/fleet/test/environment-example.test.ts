import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { environmentExample, settingNamesModule, settingsPage } from './environment-example.ts';

test.each([
  ['.env.example', environmentExample],
  ['docs/guides/settings.md', settingsPage],
  ['packages/platform/runtime/src/config/setting-names.ts', settingNamesModule],
])('%s has every setting (npm run env-example writes it)', (path, written) => {
  const file = new URL(`../../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(written());
});
