import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { repository } from './examples.ts';

test('every picture of the documentation is shown by a page, and every picture that a page shows is there', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: repository, exclude: ['**/node_modules/**'] });
  const shown = pages.flatMap((page) => {
    const text = readFileSync(join(repository, page), 'utf8');
    return [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, markdown, html]) =>
      normalize(join(dirname(page), markdown ?? html ?? '')),
    );
  });
  const drawn = globSync('docs/{guides,images}/**/*.{png,svg,webp}', { cwd: repository });
  expect(drawn.toSorted()).toEqual([...new Set(shown)].toSorted());
});
