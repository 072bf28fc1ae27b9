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

/** Returns a model that writes a text in one piece. */
const modelWriting = (written: string): ChatModel => ({
  provider: 'OPENAI',
  model: 'm',
  async *complete() {
    yield { type: 'text', text: written };
    yield { type: 'end', reason: 'stop', usage: undefined };
  },
});

test('a table of an answer stays one: the marks of a row stand in its last cell', async () => {
  const table = '| Plan | Price |\n| --- | --- |\n| Team | 49 EUR |\n| Business | 390 EUR |';
  const rows = table.replaceAll(' EUR |', ' EUR [1] |');
  const model = modelWriting(`These are the plans:\n\n${rows}\n`);
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
  const model = modelWriting(written);
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
  const model = modelWriting(text.replaceAll('.', ' [1].'));
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
        const judge = createJudge({ question: '', support, unverified: 'remove' });
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

/** Parts of an answer where documents are quoted in place of what cannot be verified. */
async function quotingOf(question: string, document: string, written: string, unverified = 'quote' as const) {
  const model = modelWriting(written);
  const writing = writingOf(model, question, [passageOf(document, 'Rules')], { unverified });
  const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
  return {
    text: parts.flatMap((part) => (part.type === 'sentence' ? part.text : [])).join(''),
    sentences: parts.filter((part) => part.type === 'sentence'),
    removed: parts.flatMap((part) => (part.type === 'removed' ? [part.text] : [])),
  };
}

test('in place of a sentence that cannot be verified stands the statement that it quotes, cited whole, with what the model wrote', async () => {
  const document =
    'Dogs are welcome. A season ticket costs 96 euros and is not transferable. Pets wait outside.';
  const written = 'Yes, everyone can use your ticket [1: "season ticket costs 96 euros"].';
  const { text, sentences, removed } = await quotingOf('Is a season ticket transferable?', document, written);
  expect(text).toBe('“A season ticket costs 96 euros and is not transferable.” [1]');
  expect(sentences).toMatchObject([
    {
      isVerified: true,
      replaces: { text: 'Yes, everyone can use your ticket.', reason: expect.any(String) },
      newCitations: [{ span: { start: 18, end: 73 } }],
    },
  ]);
  expect(removed).toEqual([]);
});

test.each([
  [
    'an entry of a list stays one, and has the line that leads to its list',
    'These are not covered:\n\n- damage by moths\n- theft from a car',
    '- Theft is paid for [1: "theft from a car"].\n',
    '- “These are not covered: theft from a car” [1]',
  ],
  [
    'an entry without such a line has the heading above it',
    '# Not covered\n\n- Damage by moths and theft',
    'Theft is paid for [1: "Damage by moths and theft"].',
    '“Not covered: Damage by moths and theft” [1]',
  ],
  [
    'a row of a table has the names of its columns',
    '| **Kind** | Theft* |\n| --- | --- |\n| Home | covered up to _900_ euros |',
    'Theft at home is paid without limit [1: "covered up to 900 euros"].',
    '“Kind: Home; Theft*: covered up to 900 euros” [1]',
  ],
  [
    'a statement that refers to the one before it comes with that',
    'Theft is covered at home. It has to be reported to the police. The rest is not.',
    'It is fine to keep quiet about a theft [1: "It has to be reported to the police"].',
    '“Theft is covered at home. It has to be reported to the police.” [1]',
  ],
  [
    'lines that typesetting broke are one, and emphasis and marks of other citations are no part of it',
    'Theft is **covered\nat home** [3], except\nfor money.',
    'Stolen money is replaced [1: "covered at home"].',
    '“Theft is covered at home (3), except for money.” [1]',
  ],
  [
    'pictures, HTML and hidden addresses are no part of it',
    'Theft is covered ![x](https://evil.example/x.png) <img src=x onerror=y> at [home](javascript:z) only.',
    'Stolen bags are replaced anywhere [1: "Theft is covered"].',
    '“Theft is covered at home only.” [1]',
  ],
])('of a quotation, %s', async (_name, document, written, expected) => {
  const { text } = await quotingOf('What about theft?', document, written);
  expect(text.replace(/ {2,}/gu, ' ')).toBe(expected);
});

test.each([
  ['a heading', '# Theft of bags and money\n\nMoths are covered.', 'Theft of bags and money'],
  ['the head of a table', '| Theft at home | Theft elsewhere |\n| --- | --- |\n| a | b |', 'Theft at home'],
  ['a question', 'Is theft covered at home? Yes, it is.', 'Is theft covered at home'],
  ['code', '```\ntheft --at home --now\n```', 'theft --at home'],
  [
    'a statement that is too long',
    `Theft at home is covered ${'and so on '.repeat(150)}.`,
    'Theft at home is covered',
  ],
])('%s is not quoted', async (_what, document, quote) => {
  const written = `- Stolen jewels of theft are replaced within a month [1: "${quote}"].`;
  const { text, removed } = await quotingOf('What about theft?', document, written);
  expect(text).toBe('');
  expect(removed).toEqual(['Stolen jewels of theft are replaced within a month.']);
});

test('German statements stand in German quotation marks', async () => {
  const document = 'Der Diebstahl ist nur in der Wohnung versichert.';
  const written = 'Überall ist man geschützt [1: "ist nur in der Wohnung versichert"].';
  const { text } = await quotingOf('Was ist bei Diebstahl versichert?', document, written);
  expect(text).toBe('„Der Diebstahl ist nur in der Wohnung versichert.“ [1]');
});

test('a statement is quoted once, however many sentences it stands for', async () => {
  const document = 'Theft is covered at home up to 900 euros.';
  const written =
    'Stolen things are always replaced [1: "Theft is covered at home"]. The sum is unlimited [1: "Theft is covered at home"].';
  const { text, removed } = await quotingOf('What about theft?', document, written);
  expect(text).toBe('“Theft is covered at home up to 900 euros.” [1]');
  expect(removed).toEqual(['The sum is unlimited.']);
});

test.each([
  ['What does a cabin cost?', 'A cabin has to be left 30 minutes before arrival.', 'A cabin costs 30 euros'],
  ['How many beds are there?', 'Smoking is not allowed near the entrance.', 'There are many beds'],
])('to %j, a quotation of %j is no answer', async (question, document, sentence) => {
  const { text, removed } = await quotingOf(question, document, `${sentence} [1: "${document}"].`);
  expect(text).toBe('');
  expect(removed).toHaveLength(1);
});

test('footnotes below an answer are not shown, and numbers in two brackets are citations', async () => {
  const document = 'Theft is covered at home up to 900 euros.';
  const written =
    'Theft is covered at home up to 900 euros [[1]].\n\nTheft is covered up to 900 euros at home[^1].\n\n[^1]: "Theft is covered at home"';
  const { text } = await quotingOf('What about theft?', document, written);
  expect(text.replaceAll(/\s+/gu, ' ')).toBe(
    'Theft is covered at home up to 900 euros. [1] Theft is covered up to 900 euros at home. [1]',
  );
});

test('in a table of the model, a row that cannot be verified is left out', async () => {
  const document = 'Theft is covered up to 900 euros.';
  const written =
    'Theft is covered up to 900 euros [1].\n\n| Theft | Sum |\n| --- | --- |\n| abroad | 100 euros [1] |\n';
  const { text } = await quotingOf('What about theft?', document, written);
  expect(text).not.toContain('abroad');
  expect(text).not.toContain('“');
});
