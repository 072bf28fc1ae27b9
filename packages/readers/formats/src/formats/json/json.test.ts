import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

const convert = (value: unknown) => markdownOf('a.json', JSON.stringify(value));

test('an object is a list of names and values, and what has members of its own stands below headings', async () => {
  const order = {
    id: 7,
    paid: true,
    note: null,
    tags: ['a', 'b*'],
    to: { name: 'Ada', place: { city: 'Rome' } },
  };
  await expect(convert(order)).resolves.toBe(
    '- **id:** 7\n- **paid:** true\n- **note:**\n- **tags:** a, b\\*\n\n# to\n\n- **name:** Ada\n\n## place\n\n- **city:** Rome\n',
  );
});

test('an array of like objects is a table, of unlike ones a heading for each, of values a list', async () => {
  const value = {
    rows: [
      { a: 1, b: 'x|y' },
      { a: 2, c: 'z' },
    ],
    steps: [
      { name: 'Build', with: { node: 24 } },
      { uses: 'x', with: {} },
    ],
  };
  await expect(convert(value)).resolves.toBe(
    '# rows\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | x\\|y |\n| 2 |  | z |\n\n# steps\n\n## Build\n\n- **name:** Build\n\n### with\n\n- **node:** 24\n\n## steps 2\n\n- **uses:** x\n\n### with\n',
  );
  await expect(convert(['one', 'two'])).resolves.toBe('- one\n- two\n');
});

test('JSON Lines are one table', async () => {
  const lines = Array.from(
    { length: 3 },
    (_, index) => `${JSON.stringify({ id: index, name: `n${index}` })}\n`,
  );
  await expect(markdownOf('log.jsonl', lines.join(''))).resolves.toBe(
    '| id | name |\n| --- | --- |\n| 0 | n0 |\n| 1 | n1 |\n| 2 | n2 |\n',
  );
});

test('numbers of many digits are not rounded', async () => {
  await expect(markdownOf('a.json', '{"id": 12345678901234567891, "x": 1.50}')).resolves.toContain(
    '12345678901234567891',
  );
});

test('a long array within an object is read piece by piece, under its name', async () => {
  const items = Array.from({ length: 60_000 }, (_, index) => ({ id: index, name: `name ${index}` }));
  const markdown = await convert({ version: 1, result: { items }, after: 'end' });
  expect(markdown.match(/\| name \d+ \|/g)).toHaveLength(60_000);
  expect(markdown).toContain('# result\n\n## items\n\n| id | name |');
  expect(markdown.trimEnd().endsWith('# after\n\nend')).toBe(true);
});

test.each([
  ['a member', (text: string) => `{"id": 1, "body": ${text}, "after": "end"}`],
  ['an element', (text: string) => `[${text}, "end"]`],
  ['the whole file', (text: string) => text],
])('a text of millions of characters is decoded like a short one: %s', async (_where, within) => {
  const words = Array.from({ length: 60_000 }, (_, index) => `Stra\u00dfe${index} "\u{1f600}"`).join(' ');
  const escaped = JSON.stringify(words).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const markdown = await markdownOf('a.json', within(escaped));
  expect(markdown.match(/Straße\d+\s+"\u{1f600}"/gu)).toHaveLength(60_000);
  expect(markdown).not.toContain('\\u');
});

test.each([
  ['a.json', '{"a": 1,}', '{"a": 1,}'],
  ['a.json', 'no JSON', 'no JSON'],
  ['a.json', '{"a": 1}\nand then text', '# Item 1\n\n- **a:** 1\nand then text'],
  ['a.json', '// comment\n{"a": 1}', '// comment\n{"a": 1}'],
])('%s that is no JSON is text from there on: %j', async (name, content, text) => {
  expect((await markdownOf(name, content)).trim()).toBe(text);
});

test.each([
  ['deep arrays', '['.repeat(500_000)],
  ['deep objects', '{"a":'.repeat(300_000)],
  ['an open string', `{"a": "${'x'.repeat(3_000_000)}`],
])('%s do no harm', async (_what, content) => {
  expect((await markdownOf('a.json', content)).length).toBeGreaterThan(1_000);
});

test.each([
  ['data.txt', '{"a": 1}', 'application/json'],
  ['data.txt', '[ {"a": 1} ]', 'application/json'],
  ['data.txt', '[1] A footnote', 'text/plain'],
  ['data.txt', '{ not json }', 'text/plain'],
])('%s with %j is %s', async (name, content, mimeType) => {
  await expect(convertFile({ name, content })).resolves.toMatchObject({ mimeType });
});
