import { readdirSync, readFileSync } from 'node:fs';
import type { ChatModel } from '@docfleet/chat';
import { expect, test } from '@jest/globals';
import { passageOf, writingOf } from '../test/writing.ts';
import { createJudge } from './judge-sentences.ts';
import { createSentenceSplitter } from './split-sentences.ts';
import { createSupport } from './verification/support.ts';
import { writeAnswer } from './write-answer.ts';
import { writePrompt } from './write-prompt.ts';

const text = Array.from({ length: 200 }, (_, index) => `Room ${index + 100} has ${index + 2} windows.`).join(
  ' ',
);

test('a table of an answer stays one: the marks of a row stand in its last cell', async () => {
  const table = '| Plan | Price |\n| --- | --- |\n| Team | 49 EUR |\n| Business | 390 EUR |';
  const rows = table.replaceAll(' EUR |', ' EUR [1] |');
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete() {
      yield { type: 'text', text: `These are the plans:\n\n${rows}\n` };
      yield { type: 'end', reason: 'stop', usage: undefined };
    },
  };
  const writing = writingOf(model, 'Which plans are there?', [passageOf(table, 'Plans')]);
  const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
  const lines = parts.flatMap((part) => (part.type === 'sentence' ? part.text : [])).join('');
  expect(lines.split('\n').slice(2)).toEqual([
    '| Plan | Price |',
    '| --- | --- |',
    '| Team | 49 EUR [1] |',
    '| Business | 390 EUR [2] |',
  ]);
});

const backup =
  'Restore with the command below:\n\n```sh\npg_restore -d shop shop.dump\n```\n\nIt takes 20 minutes.';

async function shownOf(written: string): Promise<string> {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete() {
      yield { type: 'text', text: written };
      yield { type: 'end', reason: 'stop', usage: undefined };
    },
  };
  const writing = writingOf(model, 'How is the shop restored, and how long does it take?', [
    passageOf(backup, 'Backup'),
  ]);
  const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
  return parts.flatMap((part) => (part.type === 'sentence' ? part.text : [])).join('');
}

test.each([
  ['```sh\npg_restore -d shop shop.dump\n``` [1: "pg_restore -d shop shop.dump"]'],
  ['```sh\npg_restore -d shop shop.dump [1: "pg_restore -d shop shop.dump"]\n```'],
])('code of an answer ends before its mark: %j', async (code) => {
  const ending = '\n\nIt takes 20 minutes. [1: "It takes 20 minutes"]';
  expect(await shownOf(`${code}${ending}`)).toBe(
    '```sh\npg_restore -d shop shop.dump\n```\n[1]\n\nIt takes 20 minutes. [2]',
  );
});

test('code within an item stays there with its mark', async () => {
  const written =
    '1. Run:\n\n   ```sh\n   pg_restore -d shop shop.dump\n   ``` [1: "pg_restore -d shop shop.dump"]\n';
  expect(await shownOf(written)).toContain('\n   ```\n   [1]');
});

test('marks that turn the direction of a text are left out of an answer', async () => {
  expect(await shownOf('\u202eIt takes 20\u2066 minutes. [1: "It takes 20 minutes"]')).toBe(
    'It takes 20 minutes. [1]',
  );
});

test('an answer that comes in one piece is verified in slices', async () => {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete() {
      yield { type: 'text', text: text.replaceAll('.', ' [1].') };
      yield { type: 'end', reason: 'stop', usage: undefined };
    },
  };
  const writing = writingOf(model, 'How many windows do the rooms have?', [passageOf(text, 'Rooms')]);
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
  isOver = true;
  expect(parts.filter(({ type }) => type === 'sentence')).toHaveLength(200);
  expect(iterations).toBeGreaterThan(10);
});

const carton =
  'The carton contains:\n\n- a support of steel and four screws;\n- a magnetic key.\n\n1. Fix the support. Torque: 6 Nm.\n2. Rinse the probe and its cap carefully with clear water.\n\nThe badge is needed.\n\n- Badge found. A badge opens the doors. It is valid from 6:00 to 22:00.';
test.each([
  [
    'The carton contains the following items:\n* **Support**: steel, four screws [1: "a support of steel and four screws"]\n* **Magnetic key** [1: "a magnetic key"]',
    'The carton contains the following items:\n* **Support**: steel, four screws [1]\n* **Magnetic key** [2]',
  ],
  [
    '1. Fix the support [1: "1. Fix the support"].\n2. Tighten with 6 Nm [1: "Torque: 6 Nm"].',
    '1. Fix the support. [1]\n2. Tighten with 6 Nm. [2]',
  ],
  [
    'The guide says "rinse the probe with its cap carefully" [1: "Rinse the probe and its cap carefully"].',
    'The guide says rinse the probe with its cap carefully. [1]',
  ],
  [
    'The guide says “rinse the probe and its cap carefully” [1: "Rinse the probe and its cap carefully"].',
    'The guide says “rinse the probe and its cap carefully”. [1]',
  ],
  [
    '- Badge found. A badge opens the doors. It is valid from 6:00 to 22:00 [1: "A badge opens the doors"].',
    '- Badge found. [1] A badge opens the doors. [2] It is valid from 6:00 to 22:00. [3]',
  ],
  [
    '- A badge opens the doors. It is valid from 6:00 to 23:00 [1: "A badge opens the doors"].',
    '- A badge opens the doors. [1]',
  ],
  [
    '> Rinse the probe with its cap carefully [1: "Rinse the probe and its cap carefully"].',
    'Rinse the probe with its cap carefully. [1]',
  ],
])(
  'of %j every entry is shown, and only what stands in the document as a quotation',
  async (written, shown) => {
    const model: ChatModel = {
      provider: 'OPENAI',
      model: 'm',
      async *complete() {
        yield { type: 'text', text: written };
        yield { type: 'end', reason: 'stop', usage: undefined };
      },
    };
    const writing = writingOf(model, 'What does the guide say?', [passageOf(carton, 'Guide')]);
    const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
    expect(parts.flatMap((part) => (part.type === 'sentence' ? part.text : [])).join('')).toBe(shown);
  },
);

const examples = new URL('../../../../examples/documents/', import.meta.url);
test('of the entries of all lists of the quickstart, copied with a quote of their first words, at most 2 % of the sentences are left out', () => {
  const verdicts = readdirSync(examples).flatMap((name) => {
    if (!name.endsWith('.md')) return [];
    const text = readFileSync(new URL(name, examples), 'utf8').slice(0, 9_000);
    const support = createSupport('What is in the list?', [passageOf(text, name)]);
    return [...text.matchAll(/^\s*(?:[-*]|\d+\.)\s+(?:\[[ x]\]\s*)?(?<entry>\S+ \S+ .+?)[;.,]?$/gmu)].flatMap(
      ({ groups: { entry = '' } = {} }) => {
        const judge = createJudge({ support, keepUnverified: false });
        const splitter = createSentenceSplitter();
        const quote = entry.split(/\s+/).slice(0, 5).join(' ').replaceAll('"', '');
        const written = [...splitter.push(`- ${entry} [1: "${quote}"]`), ...splitter.end()];
        return written.flatMap((one) => judge.verify(one)?.verdict.kind ?? []);
      },
    );
  });
  expect(verdicts.length).toBeGreaterThan(100);
  expect(verdicts.filter((kind) => kind === 'unverified').length / verdicts.length).toBeLessThan(0.02);
});

test('the numbers of citations in earlier answers are not read as those of passages', () => {
  const turns = [
    { role: 'user', content: 'Is [1] free?' },
    { role: 'assistant', content: 'Soup is free [6]. Bread is not [2][3].' },
  ] as const;
  const [, asked, answered] = writePrompt('And tea?', turns, [passageOf('Tea is free.', 'Menu')]);
  expect([asked?.content, answered?.content]).toEqual(['Is [1] free?', 'Soup is free. Bread is not.']);
});
