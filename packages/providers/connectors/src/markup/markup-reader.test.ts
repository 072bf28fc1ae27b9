import { afterAll, expect, test } from '@jest/globals';
import { createMarkupReader } from './markup-reader.ts';

const reader = createMarkupReader({ processes: 1 });
afterAll(() => reader.close());
const { signal } = new AbortController();

test.each([
  ['confluenceStorage', '<p>one <strong>two</strong></p>', 'one **two**'],
  ['notionMarkdown', '<mention-user url="x">Ada</mention-user>', '@Ada'],
  ['boxNote', '{"atext":{"text":"three"}}', 'three\n'],
] as const)('%s becomes Markdown', async (form, text, markdown) => {
  expect(await reader.toMarkdown(form, text, signal)).toBe(markdown);
});

test('a note of another form is reported with its own code', async () => {
  await expect(reader.toMarkdown('boxNote', 'no note', signal)).rejects.toMatchObject({
    code: 'ITEM_UNSUPPORTED',
  });
});

test('a page that takes too long ends with its process, and the next one is read', async () => {
  const impatient = createMarkupReader({ processes: 1, timeoutMs: 3_000 });
  const slow = `{${'color="" '.repeat(40_000)}`;
  await expect(impatient.toMarkdown('notionMarkdown', slow, signal)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COMPLEX',
    retryable: false,
  });
  expect(await impatient.toMarkdown('notionMarkdown', 'near', signal)).toBe('near');
  impatient.close();
});
