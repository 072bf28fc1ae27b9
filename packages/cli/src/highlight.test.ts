import { expect, test } from '@jest/globals';
import { highlight } from './highlight.ts';

const marked = (text: string, query: string) =>
  highlight(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('');

test('words of the query are found in any form, and stop words are left alone', () => {
  expect(marked('The feeders opened at dawn.', 'the opening of feeders')).toBe(
    'The [feeders] [opened] at dawn.',
  );
});

test('nothing of the text is lost', () => {
  const text = 'Ein  Text\nmit 日本語 und\tLücken…';
  expect(
    highlight(text, 'text')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
