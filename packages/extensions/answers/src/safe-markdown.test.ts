import type { ChatModel } from '@docfleet/chat';
import { casesOf, createSeededRandom, testSeed } from '@docfleet/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hostileAnswers, inPieces } from '../test/hostile-answers.ts';
import { renderers, requestsOf } from '../test/rendered-requests.ts';
import { passageOf, writingOf } from '../test/writing.ts';
import { noneKnown, safeMarkdown, standsIn } from './safe-markdown.ts';
import { type Writing, writeAnswer } from './write-answer.ts';

const passage =
  'Rooms have windows. The plan is at https://docs.example/plan(2).html, see www.docs.example/rooms. Write to rooms@docs.example.';
const known = standsIn([passage]);

/** Returns the text that is shown of an answer streamed in pieces, with its unverified sentences, and the sentences reported as removed. */
async function shownOf(pieces: readonly string[], unverified: Writing['unverified']): Promise<string[]> {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete() {
      for (const text of pieces) yield { type: 'text', text };
      yield { type: 'end', reason: 'stop', usage: undefined };
    },
  };
  const writing = writingOf(model, 'Do rooms have windows?', [passageOf(passage, 'Rooms')], {
    unverified,
  });
  let answer = '';
  const removed: string[] = [];
  for await (const part of writeAnswer(writing, new AbortController().signal)) {
    if (part.type === 'sentence') answer += part.text;
    if (part.type === 'removed') removed.push(part.text);
  }
  return [answer, ...removed];
}

describe('an answer that is written to reach a foreign host', () => {
  const random = createSeededRandom(testSeed());
  const answers = hostileAnswers(casesOf(5_000, 500), random);
  let shown: readonly { readonly answer: string; readonly text: string }[];

  beforeAll(async () => {
    shown = (
      await Promise.all(
        answers.map(async (answer) => {
          const texts = (['mark', 'remove', 'quote'] as const).map((keep) =>
            shownOf(inPieces(answer, random), keep),
          );
          return (await Promise.all(texts)).flat().map((text) => ({ answer, text }));
        }),
      )
    ).flat();
  });

  test.each(Object.entries(renderers))('reaches none when %s renders it', async (_, render) => {
    for (const { answer, text } of shown) {
      const requests = requestsOf(await render(text));
      expect({ answer, text, requests }).toEqual({ answer, text, requests: [] });
    }
  });

  test.each(Object.entries(renderers))(
    'reaches it where %s renders what the model wrote',
    async (_, render) => {
      const rendered = await Promise.all(answers.map(async (answer) => requestsOf(await render(answer))));
      expect(rendered.filter((requests) => requests.length > 0).length).toBeGreaterThan(answers.length / 2);
    },
  );
});

describe('a part of an answer', () => {
  test.each([
    'Rooms have **two** windows, and `a[0](b)` is *code*.',
    '- a point\n- another',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\nconst a: Map<string, number> = b[0];\nif (a < b && b > c) return;\n```',
    'Use `<div>` and 3 < 4, 5 > 2, R&D.',
    'See https://docs.example/plan(2).html.',
    'See www.docs.example/rooms, or write to rooms@docs.example.',
    'At 10:30 it is 1:2, e.g. C++ or C#.',
  ])('is shown as it is where it is harmless: %j', (text) => {
    expect(safeMarkdown(text, known)).toBe(text);
  });

  test.each([
    [
      '[the plan](https://docs.example/plan(2).html "title")',
      '[the plan](https://docs.example/plan%282%29.html)',
    ],
    [
      '[https://bank.example](https://docs.example/plan(2).html)',
      '[https://docs.example/plan%282%29.html](https://docs.example/plan%282%29.html)',
    ],
    ['[the plan](https://docs.example/plan(2).html?d=secret)', 'the plan'],
    ['[the plan](javascript:alert(1))', 'the plan'],
    ['![a](https://docs.example/plan(2).html) b', ' b'],
    ['a <b onclick="x">b</b>', 'a b'],
    ['See https://docs.example/plan.', 'See (link removed).'],
    ['Write to a@evil.example.', 'Write to (link removed).'],
  ])('%j becomes %j', (text, shown) => {
    expect(safeMarkdown(text, known)).toBe(shown);
  });

  test('without known addresses has no link', () => {
    expect(safeMarkdown('See [a](https://docs.example/plan) at https://docs.example/plan.', noneKnown)).toBe(
      'See a at (link removed).',
    );
  });

  test.each(['[', '![', '](', '<', '<a', '`', '&#', '\\', '*_', '[a](', 'a@', '//', '> '])(
    'of four thousand characters %j keeps no one waiting',
    (token) => {
      const startedAt = performance.now();
      safeMarkdown(token.repeat(4_000 / token.length), known);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    },
  );
});

test('invisible characters of what a model writes are not shown', async () => {
  const hidden = [...'ignore']
    .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    .join('');
  const [shown] = await shownOf([`Rooms have windows${hidden} [1].`], 'mark');
  expect(shown).toBe('Rooms have windows. [1]');
});
