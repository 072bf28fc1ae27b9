import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repository } from './examples.ts';

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const pages = globSync(
  ['*.md', '{.changeset,deploy,docs,k8s}/**/*.md', '{bench,packages,services}/{,*/,*/*/}*.md'],
  { cwd: repository, exclude: ['**/node_modules/**'] },
).map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }));

const missing = (pattern: RegExp, exists: (name: string) => boolean) =>
  pages.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].filter(([, name = '']) => !exists(name)).map(([named]) => ({ file, named })),
  );

test('every npm command that a page names exists', () => {
  expect(pages.length).toBeGreaterThan(100);
  expect(
    missing(/npm (?:--prefix \S+ )?run (?:-s |--silent )?([a-z][\w:-]*)/g, (name) => name in scripts),
  ).toEqual([]);
});

test('every test that a page says to run is there', () => {
  const exists = (path: string) =>
    path === 'path/to/file' || globSync(`${path}*`, { cwd: repository }).length > 0;
  expect(missing(/(?:npm run jest|test:faults) -- ([\w@/]+(?:[.-][\w@/]+)*)/g, exists)).toEqual([]);
});
