import { createSeededRandom, testSeed } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createSentenceSplitter } from './split-sentences.ts';

const random = createSeededRandom(testSeed());

/** Pieces as a model would stream them: cut anywhere. */
function pieces(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 6);
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}

function split(text: string): string[] {
  const splitter = createSentenceSplitter();
  return [...pieces(text).flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['One. Two! Three?', ['One.', ' Two!', ' Three?']],
  [
    'You have 30 days [1: "30 days. A year"]. Ask Dr. Smith [2].',
    ['You have 30 days [1: "30 days. A year"].', ' Ask Dr. Smith [2].'],
  ],
  ['You have 30 days. [1: "thirty"] [2] Ask.', ['You have 30 days. [1: "thirty"] [2]', ' Ask.']],
  [
    'You have 30 days (1: "30 days. A (long) year"). Ask (2) (or me). (3: "as asked. Then") (Now.) End',
    [
      'You have 30 days (1: "30 days. A (long) year").',
      ' Ask (2) (or me). (3: "as asked. Then")',
      ' (Now.)',
      ' End',
    ],
  ],
  ['It costs 1.5 million, e.g. in 2024. Yes.', ['It costs 1.5 million, e.g. in 2024.', ' Yes.']],
  ['It is down from 6 a.m. to 2 p.m. [1] Call us.', ['It is down from 6 a.m. to 2 p.m. [1]', ' Call us.']],
  ['- first [1]\n- second [2]\n', ['- first [1]', '\n- second [2]']],
  ['# Title\n\nText.', ['# Title', '\n\nText.']],
  ['See [the guide](http://a.b/c). Then go.', ['See [the guide](http://a.b/c).', ' Then go.']],
  [
    'Run:\n```sh\nnpm start. Now\n\nexit\n```\nDone.',
    ['Run:', '\n```sh\nnpm start. Now\n\nexit\n```', '\nDone.'],
  ],
  ['三十日です。次に。', ['三十日です。', '次に。']],
  ['He said "no." Then [1: „nein“] yes', ['He said "no."', ' Then [1: „nein“] yes']],
  ['1. Open the door [1].\n2. Close it [2].', ['1. Open the door [1].', '\n2. Close it [2].']],
];

test.each(cases)('%j is cut into its sentences, however it is streamed', (text, sentences) => {
  for (let run = 0; run < 20; run += 1) {
    const found = split(text);
    expect(found).toEqual(sentences);
  }
});

test('a sentence comes as soon as the next one has begun', () => {
  const splitter = createSentenceSplitter();
  expect(splitter.push('One. ')).toEqual([]);
  expect(splitter.push('T')).toEqual(['One.']);
});

test('nothing that is written is lost but the space at the end', () => {
  const text = 'A [1 b. C [12: "d\n e… [x] f! G? 【3†source】 h.';
  expect(split(text).join('')).toBe(text);
});

test('a sentence without an end is cut, so that a model that never ends one is read in pieces', () => {
  const splitter = createSentenceSplitter();
  const found = Array.from({ length: 2_000 }, () => splitter.push('word ')).flat();
  expect(found.length).toBeGreaterThan(1);
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
});

test.each(['\n', '. ', '.', '."', ' ', 'a', '[', '[1', '(1', '(1: "', '```', '𠀀\n'])(
  'a model that streams %j twenty thousand times keeps no one waiting',
  (token) => {
    const splitter = createSentenceSplitter();
    const startedAt = performance.now();
    let written = 0;
    for (let times = 0; times < 20_000; times += 1)
      for (const sentence of splitter.push(token)) written += sentence.length;
    for (const sentence of splitter.end()) written += sentence.length;
    expect(written).toBeLessThanOrEqual(20_000 * token.length);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);
