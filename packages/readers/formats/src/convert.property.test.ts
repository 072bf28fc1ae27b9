import { AppError } from '@docfleet/errors';
import { propertyRuns } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { convertFile, type File } from '../test/convert.fixture.ts';

const names = fc.constantFrom('a.txt', 'a.md', 'a.html', 'a.csv', 'a.bin', '');
const types = fc.constantFrom(null, 'text/html', 'text/csv', 'text/plain; charset=shift_jis');

const tags = fc.constantFrom(
  '<p>',
  '</p>',
  '<ul>',
  '<li>',
  '</ul>',
  '<table>',
  '<tr>',
  '<td rowspan=3 colspan=2>',
  '<th>',
  '</table>',
  '<b>',
  '</b>',
  '<a href="/x">',
  '</a>',
  '<pre>',
  '</pre>',
  '<code>',
  '</code>',
  '<h1>',
  '</h1>',
  '<br>',
  '<nav>',
  '</nav>',
  '<dl>',
  '<dt>',
  '<dd>',
  '<blockquote>',
  '</blockquote>',
  '<title>',
  '</title>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '&#0;',
  '&#xd800;',
  '&amp',
  '&eacute;',
  '<img alt="x" src="y">',
  '<div hidden>',
  '</div>',
  '<svg/>',
  '<',
  '"',
  '=',
);
const html = fc
  .array(fc.oneof(tags, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60 })
  .map((parts) => `<html>${parts.join('')}`);
const csv = fc
  .array(
    fc.oneof(fc.constantFrom('"', ',', ';', '\n', '\r\n', '""', '|', '\t'), fc.string({ maxLength: 4 })),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
const texts = fc
  .oneof(html, csv, fc.string({ unit: 'binary', maxLength: 300 }))
  .map((text) => Buffer.from(text));
const bytes = fc.uint8Array({ maxLength: 6_000 });
const marked = fc
  .tuple(
    fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff]),
    bytes,
  )
  .map(([mark, rest]) => Uint8Array.from([...mark, ...rest]));
const files = fc.record({ name: names, type: types, content: fc.oneof(texts, bytes, marked) });

type Outcome = Awaited<ReturnType<typeof convertFile>> | { code: string };

async function outcomeOf(file: Partial<File>): Promise<Outcome> {
  try {
    return await convertFile(file);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    throw error;
  }
}

const codes = ['UNSUPPORTED_FILE_TYPE', 'DOCUMENT_EMPTY', 'DOCUMENT_UNREADABLE'];

test('whatever is sent becomes well-formed text without NUL, or an error of the document', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const outcome = await outcomeOf(file);
      if ('code' in outcome) return expect(codes).toContain(outcome.code);
      expect(outcome.markdown.isWellFormed()).toBe(true);
      expect(outcome.markdown).not.toContain('\0');
      expect(outcome.markdown.trim()).not.toBe('');
    }),
    propertyRuns(600),
  );
});

test('in which slices a file is read changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 64 }), async (file, sliceLength) => {
      expect(await outcomeOf({ ...file, sliceLength })).toEqual(await outcomeOf(file));
    }),
    propertyRuns(400),
  );
});

test('in which slices a file is read changes nothing in a long file either', async () => {
  const units = fc.tuple(fc.oneof(html, csv), fc.integer({ min: 500, max: 100_000 }), names);
  await fc.assert(
    fc.asyncProperty(units, async ([unit, sliceLength, name]) => {
      const content = Buffer.from(`${unit}é😀 words\n`.repeat(Math.ceil(200_000 / (unit.length + 10))));
      expect(await outcomeOf({ name, content, sliceLength })).toEqual(await outcomeOf({ name, content }));
    }),
    propertyRuns(20),
  );
});
