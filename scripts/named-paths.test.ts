import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from '@jest/globals';

const repository = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: repository,
  encoding: 'utf8',
}).split('\n');

const pages = files.filter(
  (file) => file.endsWith('.md') && !/^(CHANGELOG|\.changeset|examples)\b/.test(file),
);

/** Paths of this repository in code marks, from its root or, as `src/…`, from the folder of the page; up to a part that stands for several. */
const namedPaths = (page: string): string[] =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(/`([\w.@/<>*-]+)`/g)].flatMap(([, text = '']) => {
    const path = text.replace(/[^/]*[<*].*$/, '');
    if (/^(packages|services|scripts|tests|bench|docs|deploy|k8s)\/./.test(path)) return [path];
    return /^src\/./.test(path) ? [posix.join(posix.dirname(page), path)] : [];
  });

test.each(pages)('the paths that %s names are there', (page) => {
  // Tests are named without their ending.
  expect(namedPaths(page).filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});
