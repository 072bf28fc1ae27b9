import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { mergeEntries, versionedFiles, versionIn } from './version-packages.ts';

const repository = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

test.each(Object.keys(versionedFiles))('%s states the version of the root manifest', (file) => {
  expect(versionIn(file)).toBe(version);
});

test('the changelog has an entry for this version', () => {
  expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
});

/** Format of `changeset version`: packages with the kind of their release, then a text. */
const changeset = /^---\n("@docfleet\/(sdk|cli|mcp)": (major|minor|patch)\n)+---\n\n\S/;

test('every changeset can be read at the next release, and after one there is none', () => {
  const files = globSync('.changeset/*.md', { cwd: repository, exclude: ['.changeset/README.md'] });
  const isUnreadable = (file: string) => !changeset.test(readFileSync(join(repository, file), 'utf8'));
  expect(files.filter(isUnreadable)).toEqual([]);
});

test('the entries of several packages become one, which says nothing twice', () => {
  const first = '0.3.0\n\n### Minor Changes\n\n- Search reranks\n\n### Patch Changes\n\n- Fix a\n';
  const second = '0.3.0\n\n### Patch Changes\n\n- Search reranks\n- Fix a\n- Fix b\n  in two lines\n';
  expect(mergeEntries([first, second])).toBe(
    '### Minor Changes\n\n- Search reranks\n\n### Patch Changes\n\n- Fix a\n- Fix b\n  in two lines',
  );
});
