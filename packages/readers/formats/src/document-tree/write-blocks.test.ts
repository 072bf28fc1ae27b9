import { propertyRuns } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block, Inline } from './tree.ts';
import { writeBlocks } from './write-blocks.ts';

const markdownOf = async (...blocks: Block[]) => (await Array.fromAsync(writeBlocks(blocks))).join('');
const text = (value: string): Inline => ({ text: value });
const paragraph = (...content: (Inline | string)[]): Block => ({
  kind: 'paragraph',
  content: content.map((inline) => (typeof inline === 'string' ? text(inline) : inline)),
});
const items = (...blocks: Block[][]) => blocks.map((item) => ({ blocks: item }));

test('headings, paragraphs and rules stand apart', async () => {
  const heading: Block = {
    kind: 'heading',
    level: 2,
    content: [text('Title #'), { kind: 'break' }, text('two')],
  };
  expect(await markdownOf(heading, paragraph('# no heading'), { kind: 'separator' })).toBe(
    '## Title # two\n\n\\# no heading\n\n---\n',
  );
});

test('a number that begins a heading is not escaped, as one that begins a paragraph is', async () => {
  const heading: Block = { kind: 'heading', level: 1, content: [text('1. Introduction')] };
  expect(await markdownOf(heading, paragraph('1. Introduction'))).toBe(
    '# 1. Introduction\n\n1\\. Introduction\n',
  );
});

test('marks next to each other become one, and spaces stay outside of them', async () => {
  const bold = { bold: true };
  expect(
    await markdownOf(
      paragraph(
        { text: 'so ', ...bold },
        { text: 'bold', ...bold },
        ' and ',
        { text: 'both', bold: true, italic: true },
        '; ',
        { text: 'gone', strike: true },
        ' ',
        { text: ' x`y ', code: true },
        'end',
      ),
    ),
  ).toBe('**so bold** and ***both***; ~~gone~~ ``x`y`` end\n');
});

test('runs of one link are one link, and one that leads nowhere is text', async () => {
  const href = 'https://example.com/a b';
  expect(
    await markdownOf(
      paragraph(
        'see ',
        { text: 'the ', href },
        { text: 'page', href, bold: true },
        { text: '!', href: 'javascript:x' },
      ),
    ),
  ).toBe('see [the **page**](https://example.com/a%20b)!\n');
});

test('lists nest, keep their numbers, and hold blocks', async () => {
  const inner: Block = {
    kind: 'list',
    ordered: true,
    items: [{ number: 3, blocks: [paragraph('three')] }, { blocks: [paragraph('four')] }],
  };
  const list: Block = {
    kind: 'list',
    ordered: false,
    items: items([paragraph('one'), inner], [paragraph('two'), { kind: 'code', text: 'a\n  b' }]),
  };
  expect(await markdownOf(list)).toBe('- one\n\n  3. three\n  4. four\n- two\n\n  ```\n  a\n    b\n  ```\n');
});

test('a cell is one line: its blocks are separated by <br>, its bars escaped', async () => {
  const cell = (...blocks: Block[]) => ({ blocks });
  const rows = [
    { cells: [cell(paragraph('Name')), cell(paragraph('Value'))], isHead: true },
    {
      cells: [
        cell(paragraph('a|b'), paragraph('c')),
        cell({ kind: 'list', ordered: false, items: items([paragraph('x')], [paragraph('y')]) }),
      ],
    },
  ];
  expect(await markdownOf({ kind: 'table', rows })).toBe(
    '| Name | Value |\n| --- | --- |\n| a\\|b<br>c | - x<br>- y |\n',
  );
});

test('a table of one column is what stands in it', async () => {
  const rows = [{ cells: [{ blocks: [paragraph('boxed')] }] }];
  expect(await markdownOf({ kind: 'table', rows }, paragraph('after'))).toBe('boxed\n\nafter\n');
});

test('notes stand where they are given and are referred to by their label', async () => {
  const reference: Inline = { kind: 'note-reference', label: '1' };
  const note: Block = { kind: 'note', label: '1', blocks: [paragraph('first'), paragraph('second')] };
  expect(await markdownOf(paragraph('said', reference, ' so'), note)).toBe(
    'said[^1] so\n\n[^1]: first\n\n    second\n',
  );
});

const words = fc.string({ unit: fc.constantFrom(...'ab #*_`|[](){}<>~!\\-+.1\n&'), maxLength: 12 });
const inline: fc.Arbitrary<Inline> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      text: words,
      bold: fc.boolean(),
      italic: fc.boolean(),
      code: fc.boolean(),
      href: fc.option(fc.constant('https://e.org/(x)'), { nil: undefined }),
    }),
  },
  fc.constant<Inline>({ kind: 'break' }),
);
const content = fc.array(inline, { maxLength: 5 });
const { block } = fc.letrec<{ block: Block }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 3 });
  return {
    block: fc.oneof(
      { maxDepth: 3 },
      content.map((inlines): Block => ({ kind: 'paragraph', content: inlines })),
      content.map((inlines): Block => ({ kind: 'heading', level: 3, content: inlines })),
      words.map((value): Block => ({ kind: 'code', text: value })),
      fc.record({
        kind: fc.constant('list' as const),
        ordered: fc.boolean(),
        items: fc.array(fc.record({ blocks }), { maxLength: 3 }),
      }),
      blocks.map((inner): Block => ({ kind: 'quote', blocks: inner })),
      fc
        .array(fc.record({ cells: fc.array(fc.record({ blocks }), { minLength: 2, maxLength: 3 }) }), {
          minLength: 1,
          maxLength: 3,
        })
        .map((rows): Block => ({ kind: 'table', rows })),
    ),
  };
});

test('whatever a document holds, no line of a table has more or fewer cells than its header, and fences are closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 4 }), async (blocks) => {
      const markdown = await markdownOf(...blocks);
      expect(markdown.endsWith('\n')).toBe(true);
      const rows = markdown.split('\n').map((line) => line.replace(/^(?:> |- |\d+\. | {2,})*/, ''));
      rows.forEach((row, index) => {
        if (!/^\|(?: --- \|)+$/.test(row)) return;
        const header = rows[index - 1] ?? '';
        const cells = (line: string) => line.replaceAll('\\|', '').split('|').length;
        expect(cells(header)).toBe(cells(row));
      });
    }),
    propertyRuns(300),
  );
});
