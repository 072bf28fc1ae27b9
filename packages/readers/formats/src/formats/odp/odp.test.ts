import { expect, test } from '@jest/globals';
import { convertFile } from '../../../test/convert.fixture.ts';
import {
  list,
  listStyle,
  openDocumentOf,
  paragraph,
} from '../../../test/open-document/open-document.fixture.ts';

const frame = (kind: string, content: string) =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;

test('slides have their title as a heading, lists nested, and notes as a quote', async () => {
  const outline = list('L', paragraph('a') + list('', paragraph('b')), paragraph('c'));
  const body =
    `<draw:page>${frame('outline', outline)}${frame('title', paragraph('First'))}${frame('page-number', paragraph('1'))}<presentation:notes>${frame('notes', paragraph('Say hello'))}</presentation:notes></draw:page>` +
    `<draw:page><draw:g><draw:custom-shape>${paragraph('In a shape')}</draw:custom-shape></draw:g></draw:page>`;
  expect(
    await convertFile({ content: openDocumentOf('presentation', body, listStyle('L', 'bullet')) }),
  ).toEqual({
    mimeType: 'application/vnd.oasis.opendocument.presentation',
    markdown: '# First\n\n- a\n  - b\n- c\n\n> **Notes:** Say hello\n\n---\n\nIn a shape\n',
  });
});

test('paragraphs that each have a list of their own, as Impress writes them, are one list with its levels', async () => {
  const lists = [
    list('L', list('', paragraph('Above all'))),
    list('L', paragraph('Harbour')),
    list('L', list('', paragraph('Gate'))),
    list('L', list('', list('', paragraph('Hinge')))),
    list('L', list('', paragraph('Wall')), paragraph('River')),
  ];
  const body = `<draw:page>${frame('outline', lists.join(''))}</draw:page>`;
  const { markdown } = await convertFile({
    content: openDocumentOf('presentation', body, listStyle('L', 'bullet')),
  });
  expect(markdown).toBe('- Above all\n\n- Harbour\n  - Gate\n    - Hinge\n  - Wall\n- River\n');
});
