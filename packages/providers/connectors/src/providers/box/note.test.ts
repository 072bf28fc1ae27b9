import { expect, test } from '@jest/globals';
import { noteToMarkdown } from './note.ts';

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (...words: string[]) => ({ type: 'paragraph', content: words.map(text) });
const item = (type: string, attrs: object, ...content: object[]) => ({ type, attrs, content });
const cell = (...words: string[]) => ({ type: 'table_cell', content: words.map((word) => paragraph(word)) });
const row = (...cells: object[]) => ({ type: 'table_row', content: cells });
const markdownOf = (...content: object[]) =>
  noteToMarkdown(JSON.stringify({ doc: { type: 'doc', content } }));

test('every block of a note becomes the Markdown of its kind', () => {
  const markdown = markdownOf(
    { type: 'heading', attrs: { level: 3 }, content: [text('Minutes')] },
    { type: 'heading', content: [text('Without a level')] },
    { type: 'paragraph', content: [text('one'), { type: 'hard_break' }, text('two')] },
    {
      type: 'bullet_list',
      content: [item('list_item', {}, paragraph('a')), item('list_item', {}, paragraph('b'))],
    },
    {
      type: 'ordered_list',
      content: [
        item('list_item', {}, paragraph('first')),
        item('list_item', {}, paragraph('x'), paragraph('y'), { type: 'paragraph' }, paragraph('z')),
      ],
    },
    {
      type: 'check_list',
      content: [
        item('check_list_item', { checked: true }, paragraph('done')),
        item('check_list_item', {}, paragraph('open')),
        { type: 'check_list_item', content: [paragraph('new')] },
      ],
    },
    {
      type: 'table',
      content: [row(cell('Name'), cell('Pipe | here')), row(cell('Ada', 'Byron'), cell('1'))],
    },
    { type: 'blockquote', content: [paragraph('said'), paragraph('and repeated')] },
    { type: 'call_out_box', content: [paragraph('look')] },
    { type: 'code_block', content: [text('  let x;')] },
    { type: 'horizontal_rule' },
    { type: 'unknown', content: [paragraph('kept')] },
    { type: 'check_list' },
    paragraph(' '),
  );
  expect(markdown).toBe(`### Minutes

## Without a level

one
two

- a
- b

1. first
2. x
   y
   z

- [x] done
- [ ] open
- [ ] new

| Name | Pipe \\| here |
| --- | --- |
| Ada<br>Byron | 1 |

> said
> 
> and repeated

> look

\`\`\`
  let x;
\`\`\`

---

kept
`);
});

test('a note of before 2022 is its text; one of an unknown form, or none at all, says so', () => {
  expect(noteToMarkdown('{"atext":{"text":" From before \\n\\n"}}')).toBe('From before\n');
  for (const unknown of ['{"doc":{}}', '[]', 'no JSON'])
    expect(() => noteToMarkdown(unknown)).toThrow(expect.objectContaining({ code: 'ITEM_UNSUPPORTED' }));
});

test('a note nested deeper than anyone writes ends instead of exhausting the stack', () => {
  let nested: object = paragraph('deep');
  for (let depth = 0; depth < 150; depth += 1) nested = { type: 'section', content: [nested] };
  expect(markdownOf(nested, paragraph('after'))).toBe('after\n');
  let shallow: object = text('deep');
  // With the document itself, a hundred below the first.
  for (let depth = 0; depth < 99; depth += 1) shallow = { type: 'section', content: [shallow] };
  expect(markdownOf(shallow)).toBe('deep\n');
  expect(markdownOf({ type: 'section', content: [shallow] })).toBe('\n');
});

test.each([
  [
    'bullet_list',
    (inner: object) => ({ type: 'bullet_list', content: [{ type: 'list_item', content: [inner] }] }),
  ],
  ['table', (inner: object) => ({ type: 'table', content: [row({ type: 'table_cell', content: [inner] })] })],
  ['blockquote', (inner: object) => ({ type: 'blockquote', content: [inner] })],
  ['heading', (inner: object) => ({ type: 'heading', content: [inner] })],
  ['paragraph', (inner: object) => ({ type: 'paragraph', content: [inner] })],
  ['code_block', (inner: object) => ({ type: 'code_block', content: [inner] })],
])('a %s in itself ends after a hundred', (_, wrapped) => {
  let nested: object = text('deep');
  for (let depth = 0; depth < 101; depth += 1) nested = wrapped(nested);
  expect(markdownOf(nested)).not.toContain('deep');
});

test('a link keeps its address', () => {
  const link = (words: string, href: string) => ({
    type: 'text',
    text: words,
    marks: [
      { type: 'strong', attrs: { level: 2 } },
      { type: 'link', attrs: { href, target: null } },
    ],
  });
  const content = [
    text('See '),
    link('the policy', 'https://example.com/policy'),
    text(', '),
    link('a draft', 'https://example.com/a (1)'),
    text(' or '),
    { type: 'text' },
    { type: 'text', marks: [{ type: 'link' }] },
    link(' ', 'https://example.com/nothing'),
    link('', 'https://example.com/nothing'),
    link('words', ''),
    text(' '),
    link('https://example.com', 'https://example.com'),
  ];
  expect(markdownOf({ type: 'paragraph', content })).toBe(
    'See [the policy](https://example.com/policy), [a draft](<https://example.com/a (1)>) or  words https://example.com\n',
  );
});
