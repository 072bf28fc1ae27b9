import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { addressOf, rewriteLinks } from './collect-pages.ts';

test.each([
  ['docs/guides/search.md', 'search.md'],
  ['docs/guides/README.md', 'index.md'],
  ['docs/guides/connectors/README.md', 'connectors/index.md'],
  ['docs/decisions/README.md', 'decisions/index.md'],
  ['deploy/README.md', 'repository/deploy/index.md'],
  ['docs/guides/console/overview.png', 'console/overview.png'],
  ['packages/clients/sdk/README.md', undefined],
  ['packages/clients/sdk/src/index.ts', undefined],
])('%s lies at %s', (file, place) => {
  expect(addressOf(file)).toBe(place);
});

test.each([
  ['docs/guides/upgrade.md', '[backup](backup.md)', '[backup](./backup.md)'],
  ['docs/guides/upgrade.md', '[all](../runbooks/README.md#api)', '[all](./runbooks/index.md#api)'],
  ['docs/guides/connectors/box.md', '[k8s](../../../k8s/README.md)', '[k8s](../repository/k8s/index.md)'],
  ['docs/guides/upgrade.md', '[rules](../../scripts/check.ts)', 'rules'],
  ['docs/reliability.md', '[console](guides/console.md)', '[console](./console.md)'],
  ['docs/guides/upgrade.md', '[x](https://example.com/a.md)', '[x](https://example.com/a.md)'],
  ['docs/guides/console.md', '![a](console/overview.png)', '![a](./console/overview.png)'],
])('in %s the link %s becomes %s', (file, link, expected) => {
  expect(rewriteLinks(file, link)).toBe(expected);
});

test('every guide is in the sidebar', () => {
  const config = readFileSync(join(import.meta.dirname, '.vitepress/config.ts'), 'utf8');
  const guides = globSync('../guides/*.md', { cwd: import.meta.dirname }).map((file) =>
    basename(file, '.md'),
  );
  expect(guides.length).toBeGreaterThan(10);
  expect(guides.filter((name) => name !== 'README' && !config.includes(`, '/${name}')`))).toEqual([]);
});
