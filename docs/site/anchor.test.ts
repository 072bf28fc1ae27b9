import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { anchorOf, anchorsOf, sectionLinksOf } from './anchor.ts';
import { repository, sourcePatterns } from './collect-pages.ts';

test.each([
  ['2. The fleet', '2-the-fleet'],
  ['Keys & limits', 'keys--limits'],
  ['npm start, 10⁹ chunks', 'npm-start-10⁹-chunks'],
  ['A_name', 'a_name'],
])('the heading "%s" has the anchor %s, as repository hosts have it', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});

test('a heading that comes again has a number behind its anchor, and code has none', () => {
  expect([...anchorsOf('# A\n\n## `B`\n\n```sh\n# C\n```\n\n## B\n')]).toEqual(['a', 'b', 'b-1']);
});

test('the site makes the same anchors', () => {
  const config = readFileSync(join(import.meta.dirname, '.vitepress/config.ts'), 'utf8');
  expect(config).toContain('slugify: anchorOf');
});

const pages = globSync(
  [
    ...sourcePatterns.filter((pattern) => pattern.endsWith('.md')),
    'docs/**/*.md',
    '*.md',
    '{packages/*,services}/*/README.md',
  ],
  {
    cwd: repository,
    exclude: (name) => /node_modules|docs\/site/.test(name),
  },
);

const read = (file: string) => readFileSync(join(repository, file), 'utf8');

test('every link to a section leads to one', () => {
  const links = [...new Set(pages)].flatMap((file) =>
    sectionLinksOf(read(file)).map((link) => ({ file, ...link })),
  );
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(({ file, path, anchor }) => {
    const target = path === '' ? file : normalize(join(dirname(file), path));
    return target.endsWith('.md') && !anchorsOf(read(target)).has(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
});
