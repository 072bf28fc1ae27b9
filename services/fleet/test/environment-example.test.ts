import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { environmentExample, settingNamesModule, settingsPage } from './environment-example.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

test.each([
  ['.env.example', environmentExample],
  ['docs/guides/settings.md', settingsPage],
  ['packages/platform/runtime/src/config/setting-names.ts', settingNamesModule],
])('%s has every setting (npm run env-example writes it)', (path, written) => {
  const file = new URL(`../../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(written());
});

const words: Readonly<Record<string, string>> = { 'ten minutes': '600', 'half an hour': '1800' };
const [megabytes, plain] = [/^([\d,]+) MB$/, /^[\d,]+$/];

/** Returns the value that a guide names in brackets behind a setting, as the setting has it; undefined for other remarks. */
function namedValue(remark: string): string | undefined {
  const [, size] = megabytes.exec(remark) ?? [];
  if (size) return `${size.replaceAll(',', '')}000000`;
  return plain.test(remark) ? remark.replaceAll(',', '') : words[remark];
}

test('a default that a guide names in brackets behind its setting is that of the setting', () => {
  const defaults = new Map(
    [...environmentExample().matchAll(/^#([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const named = globSync('{docs/**/,k8s/,deploy/,}*.md', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  }).flatMap((page) =>
    [...readFileSync(join(repository, page), 'utf8').matchAll(/`([A-Z_0-9]+)` \(([^)`]+)\)/g)].flatMap(
      ([, name = '', remark = '']) => {
        const value = namedValue(remark);
        return value !== undefined && defaults.has(name) ? [{ page, name, value }] : [];
      },
    ),
  );
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter(({ name, value }) => defaults.get(name) !== value)).toEqual([]);
});
