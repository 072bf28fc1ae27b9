import { PartlyUsable } from '@docfleet/embedding';
import { AppError, type ErrorDetails } from '@docfleet/errors';
import { withOwner } from '@docfleet/runtime/fairness';
import { createSeededRandom, testSeed } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { embedApart, type Outcome } from './embed-apart.ts';
import { createEmbeddingBatcher } from './embedding-batcher.ts';

const failure = (
  code: 'PROVIDER_REJECTED' | 'PROVIDER_UNAVAILABLE',
  details: ErrorDetails = { isOfTexts: true },
) => new AppError(code, 'no', { details });
const vectorOf = (text: string) => Float32Array.of(text.length);

/** A server that answers as `judge` says, and what it was asked for. */
function serverOf(judge: (texts: readonly string[]) => Error | undefined) {
  const asked: (readonly string[])[] = [];
  const embed = async (texts: readonly string[]) => {
    asked.push(texts);
    const error = judge(texts);
    if (error) throw error;
    return texts.map(vectorOf);
  };
  return { asked, embed };
}

async function outcomesOf(texts: readonly string[], judge: (texts: readonly string[]) => Error | undefined) {
  const { asked, embed } = serverOf(judge);
  const outcomes: Outcome[] = [];
  const most = await embedApart(embed, texts, (index, outcome) => {
    outcomes[index] = outcome;
  });
  const failed = texts.filter((_, index) => outcomes[index] instanceof Error);
  return { asked, outcomes, failed, most };
}

const hundred = Array.from({ length: 100 }, (_, index) => `text ${index}`);
const partly = (texts: readonly string[], bad: string) =>
  new PartlyUsable(
    failure('PROVIDER_UNAVAILABLE'),
    texts.map((text) => (text === bad ? undefined : vectorOf(text))),
  );

describe('one bad text among a hundred fails alone', () => {
  test.each([
    ['that is refused', () => failure('PROVIDER_REJECTED')],
    ['for which the server answers 500', () => failure('PROVIDER_UNAVAILABLE')],
    ['whose vector cannot be used', (texts: readonly string[], bad: string) => partly(texts, bad)],
  ])('%s', async (_, errorFor) => {
    for (const bad of hundred) {
      const judge = (texts: readonly string[]) => (texts.includes(bad) ? errorFor(texts, bad) : undefined);
      const { outcomes, failed } = await outcomesOf(hundred, judge);
      expect([failed, outcomes.length]).toEqual([[bad], 100]);
    }
  });

  test('and its neighbors in other namespaces and documents are embedded once', async () => {
    const random = createSeededRandom(testSeed());
    for (let round = 0; round < 20; round += 1) {
      const bad = `text ${Math.floor(random() * 100)}`;
      const { asked, embed } = serverOf((texts) =>
        texts.includes(bad) ? failure('PROVIDER_REJECTED') : undefined,
      );
      const limits = {
        inputsPerRequest: 32,
        tokensPerRequest: 1e6,
        tokensPerInput: 1e3,
        concurrentRequests: 4,
      };
      const batcher = createEmbeddingBatcher({ model: 'm', dimensions: 1, limits, embed });
      const never = new AbortController().signal;
      const embedding = hundred.map((text, index) =>
        withOwner([`namespace ${index % 7}`], () => batcher.embed([{ text, tokens: 1 }], never)),
      );
      const failed = (await Promise.all(embedding)).flatMap(([outcome], index) =>
        outcome instanceof Error ? [hundred[index]] : [],
      );
      expect(failed).toEqual([bad]);
      const paid = asked.filter((texts) => !texts.includes(bad)).flat();
      expect(paid.filter((text) => text !== 'test').toSorted()).toEqual(
        hundred.filter((text) => text !== bad).toSorted(),
      );
    }
  });
});

test('several bad texts fail alone wherever they stand', async () => {
  const bad = new Set(['text 0', 'text 1', 'text 50', 'text 98', 'text 99']);
  const judge = (texts: readonly string[]) =>
    texts.some((text) => bad.has(text)) ? failure('PROVIDER_REJECTED') : undefined;
  expect((await outcomesOf(hundred, judge)).failed).toEqual([...bad]);
});

test('a server that embeds nothing is asked twice, not for each text', async () => {
  const { asked, failed } = await outcomesOf(hundred, () => failure('PROVIDER_UNAVAILABLE'));
  expect([asked.length, failed.length]).toEqual([2, 100]);
});

test.each([
  ['a wrong key', failure('PROVIDER_REJECTED', { setting: 'embeddingModelConfig.apiKey' })],
  ['a server that is away', failure('PROVIDER_UNAVAILABLE', { status: 503 })],
  ['a fault of our own', new TypeError('undefined is not a function')],
])('%s is not looked for among the texts', async (_, error) => {
  const { asked, failed } = await outcomesOf(hundred, () => error);
  expect([asked.length, failed.length]).toEqual([1, 100]);
});

test('a server that takes fewer texts is asked for fewer from then on', async () => {
  const judge = (texts: readonly string[]) => (texts.length > 10 ? failure('PROVIDER_REJECTED') : undefined);
  const { embed, asked } = serverOf(judge);
  const limits = { inputsPerRequest: 32, tokensPerRequest: 1e6, tokensPerInput: 1e3, concurrentRequests: 1 };
  const batcher = createEmbeddingBatcher({ model: 'm', dimensions: 1, limits, embed });
  const never = new AbortController().signal;
  const texts = hundred.map((text) => ({ text, tokens: 1 }));
  await batcher.embed(texts, never);
  asked.length = 0;
  const outcomes = await batcher.embed(texts, never);
  expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
  expect(asked.map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 8).concat(4));
});

test('what was embedded before the server went away is kept', async () => {
  let requests = 0;
  const { embed } = serverOf(() => {
    requests += 1;
    return requests > 2 ? failure('PROVIDER_UNAVAILABLE', { status: 503 }) : undefined;
  });
  const limits = { inputsPerRequest: 10, tokensPerRequest: 1e6, tokensPerInput: 1e3, concurrentRequests: 1 };
  const batcher = createEmbeddingBatcher({ model: 'm', dimensions: 1, limits, embed });
  const texts = hundred.map((text) => ({ text, tokens: 1 }));
  const outcomes = await batcher.embed(texts, new AbortController().signal);
  expect([outcomes.filter((outcome) => outcome instanceof Float32Array).length, requests]).toEqual([20, 3]);
});

test('a server that takes fewer tokens together is asked for fewer tokens from then on, and that is noted', async () => {
  const judge = (texts: readonly string[]) =>
    texts.join('').length > 200 ? failure('PROVIDER_REJECTED', { isOfTexts: true, status: 413 }) : undefined;
  const { embed, asked } = serverOf(judge);
  const learned: object[] = [];
  const limits = { inputsPerRequest: 32, tokensPerRequest: 1e6, tokensPerInput: 1e3, concurrentRequests: 1 };
  const batcher = createEmbeddingBatcher({
    model: 'm',
    dimensions: 1,
    limits,
    embed,
    capabilities: { inputsPerRequest: 32 },
    learn: (found) => void learned.push(found),
  });
  const never = new AbortController().signal;
  const long = Array.from({ length: 32 }, (_, index) => ({ text: `${index}`.padEnd(20, 'x'), tokens: 20 }));
  await batcher.embed(long, never);
  // A caller has its vectors before the batch has its end.
  await new Promise(setImmediate);
  expect(learned).toEqual([{ tokensPerRequest: 160 }]);
  asked.length = 0;
  await batcher.embed(long, never);
  expect(asked.map(({ length }) => length)).toEqual([8, 8, 8, 8]);
  asked.length = 0;
  await batcher.embed(
    Array.from({ length: 32 }, (_, index) => ({ text: `${index}`, tokens: 1 })),
    never,
  );
  expect(asked.map(({ length }) => length)).toEqual([32]);
});
