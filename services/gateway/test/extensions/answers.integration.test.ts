import { answerExtractively, type ChatCall, readPrompt } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type AnswersScene, openAnswersScene } from '../answers-scene.ts';
import { createCaller } from '../call.ts';

let scene: AnswersScene;
beforeAll(async () => {
  scene = await openAnswersScene();
});
afterEach(() => scene.calm());
afterAll(() => scene.close());

test('an answer cites chunk, document and quote, and says what it cost', async () => {
  const { status, body } = await scene.ask('How many days of paid leave are there a year?');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    answer: 'Everyone has thirty days of paid leave a year. [1]',
    outcome: 'ANSWERED',
    notFoundReason: null,
    isCutOff: false,
    model: 'tiny',
    removed: [],
    sentences: [{ citations: [1], isVerified: true }],
    citations: [
      {
        number: 1,
        quote: 'Everyone has thirty days of paid leave a year',
        namespaceId: 'docs',
        document: {
          id: scene.ids['handbook'],
          name: 'handbook',
          externalId: 'handbook',
          documentType: 'TEXT',
          url: null,
        },
        chunk: { ordinal: 0, start: 0, end: 46, text: 'Everyone has thirty days of paid leave a year.' },
        quoteStart: 0,
        quoteEnd: 45,
      },
    ],
  });
  const { inputTokens, outputTokens, cost } = body.data.usage;
  expect(cost).toEqual({ currency: 'EUR', total: (inputTokens + 2 * outputTokens) / 1_000_000 });
});

test('neighboring chunks are one passage, and a quote is cited from its own chunk', async () => {
  scene.respond((call) => {
    const { passages } = readPrompt(call);
    const own = passages.find(({ text }) => text.includes('expires'));
    return `Unused leave expires at the end of March [${own?.number}: "expires at the end of March"].`;
  });
  const { body } = await scene.ask('When does unused leave expire?');
  const [prompt] = scene.emulator.requests.slice(-1);
  expect(readPrompt(prompt?.json as ChatCall).passages.filter(({ text }) => /leave/.test(text))).toHaveLength(
    1,
  );
  expect(body.data.citations).toMatchObject([
    { chunk: { ordinal: 1 }, quote: 'expires at the end of March' },
  ]);
});

test('in place of what cannot be verified stands what the document says, or it is left out, or marked, as is asked for', async () => {
  scene.respond(
    () =>
      'Everyone has thirty days of paid leave a year [1: "thirty days of paid leave"]. Everyone has ninety days of paid leave a year [1: "days of paid leave"]. Elvis Presley decides.',
  );
  const question = 'How many days of paid leave are there a year?';
  const unsaid = { text: 'Elvis Presley decides.', reason: 'NO_CITATION' };
  const said = await scene.ask(question);
  // The statement that it quotes has just been said, word for word.
  expect(said.body.data.answer).toBe('Everyone has thirty days of paid leave a year. [1]');
  expect(said.body.data.removed).toMatchObject([{ reason: 'NUMBER_NOT_CITED' }, unsaid]);
  const { body } = await scene.ask(question, { unverified: 'remove' });
  expect(body.data.answer).toBe('Everyone has thirty days of paid leave a year. [1]');
  expect(body.data.removed).toEqual([
    { text: 'Everyone has ninety days of paid leave a year.', reason: 'NUMBER_NOT_CITED' },
    unsaid,
  ]);
  const marked = await scene.ask(question, { unverified: 'mark' });
  expect(marked.body.data.sentences).toMatchObject([
    { isVerified: true, citations: [1] },
    { isVerified: false, citations: [] },
    { isVerified: false, citations: [] },
  ]);
  expect(marked.body.data.citations).toHaveLength(1);
  const invented = 'Everyone has ninety days of paid leave a year.';
  scene.respond(() => `${invented.slice(0, -1)} [1: "days of paid leave"].`);
  const quoted = await scene.ask(question);
  expect(quoted.body.data).toMatchObject({
    answer: '“Everyone has thirty days of paid leave a year.” [1]',
    outcome: 'ANSWERED',
    sentences: [
      { isVerified: true, citations: [1], replaces: { text: invented, reason: 'NUMBER_NOT_CITED' } },
    ],
    citations: [{ quote: 'Everyone has thirty days of paid leave a year.' }],
    removed: [],
  });
});

describe('with a second judge', () => {
  const question = 'How many days of paid leave are there a year?';
  const judge = 'CHAT_MODEL';
  const isJudging = (call: ChatCall) => call.messages[0]?.content.startsWith('You check') === true;
  /** Answers as before, and does what is given in place of the verdicts. */
  const judgeBy = (verdicts: string) =>
    scene.respond((call) => (isJudging(call) ? verdicts : answerExtractively(call)));

  test('what it confirms is shown, and what it does not confirm is not', async () => {
    judgeBy('1: YES');
    expect((await scene.ask(question, { judge })).body.data.outcome).toBe('ANSWERED');
    judgeBy('1: NO');
    const denied = (await scene.ask(question, { judge })).body.data;
    expect(denied).toMatchObject({ outcome: 'NOT_FOUND', notFoundReason: 'UNVERIFIED' });
    expect(denied.removed).toMatchObject([{ reason: 'NOT_CONFIRMED' }]);
    expect((await scene.ask(question)).body.data.outcome).toBe('ANSWERED');
  });

  test.each([
    { kind: 'cut' } as const,
    { kind: 'status', status: 429 } as const,
    { kind: 'filtered' } as const,
  ])('a chat model that fails as a judge confirms nothing: %j', async (fault) => {
    scene.respond((call) => {
      if (!isJudging(call)) scene.fail(fault);
      return isJudging(call) ? 'I cannot help with that.' : answerExtractively(call);
    });
    const { status, body } = await scene.ask(question, { judge });
    expect([status, body.data.outcome]).toEqual([200, 'NOT_FOUND']);
    expect(body.data.removed).toMatchObject([{ reason: 'NOT_CONFIRMED' }]);
  });

  test('its stream begins when all sentences are judged', async () => {
    judgeBy('1: NO');
    const text = await (await scene.stream(question, { judge })).text();
    expect(text).toContain('NOT_CONFIRMED');
    expect(text).not.toContain('"type":"sentence"');
  });
});

describe('NOT_FOUND', () => {
  test('the model is not asked when the documents have nothing of the question', async () => {
    const before = scene.emulator.requests.length;
    const { body } = await scene.ask('Who won the chess championship in Reykjavik?');
    expect(body.data).toMatchObject({
      outcome: 'NOT_FOUND',
      notFoundReason: 'NOT_RELEVANT',
      answer: 'Not found in the documents.',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(scene.emulator.requests).toHaveLength(before);
  });

  test('it is said in the language of the question', async () => {
    const { body } = await scene.ask('Wer hat die Schachweltmeisterschaft in Reykjavik gewonnen?');
    expect(body.data.answer).toBe('Das steht nicht in den Dokumenten.');
  });

  test.each([
    ['MODEL', () => 'NOT_FOUND'],
    ['UNVERIFIED', () => 'Elvis Presley decides on holidays in Graceland [1].'],
    ['UNVERIFIED', () => ''],
  ])('%s is its reason', async (reason, answer) => {
    scene.respond(answer);
    const { body } = await scene.ask('How many days of paid leave are there a year?');
    expect(body.data).toMatchObject({ outcome: 'NOT_FOUND', notFoundReason: reason, citations: [] });
  });

  test('REFUSED is its reason when a filter of the vendor refuses', async () => {
    scene.fail({ kind: 'filtered' });
    scene.respond(() => '');
    const { body } = await scene.ask('How many days of paid leave are there a year?');
    expect(body.data).toMatchObject({ outcome: 'NOT_FOUND', notFoundReason: 'REFUSED' });
  });
});

describe('with a model whose cosines show relevance', () => {
  const question = 'How quickly do I get my money after returning something?';
  const written = 'Refunds are paid within two weeks after the parcel has arrived.';
  beforeAll(async () => {
    const embeddingModelConfig = { provider: 'LOCAL', model: 'all-minilm-l6-v2' };
    await scene.createAnswering('meaning', { embeddingModelConfig });
    await scene.createAnswering('words');
    for (const namespaceId of ['meaning', 'words'])
      await scene.ingest(namespaceId, 'refunds', [written, 'Unused leave expires at the end of March.']);
  });
  const askIn = async (namespaceId: string, asked: string, more: object = {}) => {
    scene.respond(() => `Refunds are paid within two weeks [1: "paid within two weeks"].`);
    const { body } = await scene.ask(asked, { namespaceId, ...more });
    return body.data;
  };

  test('a question in other words than the documents is answered', async () => {
    expect(await askIn('words', question)).toMatchObject({ notFoundReason: 'NOT_RELEVANT' });
    expect(await askIn('meaning', question)).toMatchObject({ outcome: 'ANSWERED' });
  });

  test('a question about something else is not', async () => {
    const answer = await askIn('meaning', 'Who won the chess championship in Reykjavik?');
    expect(answer).toMatchObject({ notFoundReason: 'NOT_RELEVANT' });
  });

  test('passages are searched at the weights that suit the model, unless others are named', async () => {
    const asked = 'When do I get my money back, at the end of March?';
    expect(await askIn('meaning', asked, { topK: 1 })).toMatchObject({ outcome: 'ANSWERED' });
    const hybridConfig = { semanticWeight: 0.3, keywordWeight: 0.7 };
    const other = await askIn('meaning', asked, { topK: 1, hybridConfig });
    expect(other).toMatchObject({ notFoundReason: 'UNVERIFIED' });
  });

  test('relevance does not depend on weights and on how many chunks the model reads', async () => {
    const asked = 'When do I get my money back, at the end of March?';
    const relevances = new Set<string>();
    for (const semanticWeight of [0.5, 1])
      for (const topK of [1, 8]) {
        const hybridConfig = { semanticWeight, keywordWeight: 1 - semanticWeight };
        relevances.add((await askIn('meaning', asked, { topK, hybridConfig })).relevance.toFixed(3));
      }
    expect(relevances.size).toBe(1);
  });

  test('newness makes no document more relevant', async () => {
    const { relevance } = await askIn('meaning', question);
    const recent = await askIn('meaning', question, { recency: { weight: 0.9, halfLifeDays: 1 } });
    expect(recent.relevance).toBeCloseTo(relevance, 3);
  });
});

test('filters, tenants and several namespaces count as in searches', async () => {
  const question = 'On which level are the parking spaces of tenant seven?';
  expect((await scene.ask(question, {}, { tenantId: 't8' })).body.data.outcome).toBe('NOT_FOUND');
  expect((await scene.ask(question, {}, { tenantId: 't7' })).body.data.answer).toMatch(/level nine/);
  const filter = { metadata: { team: 'people' } };
  const cycles = 'How many charging cycles does the X-200 battery last?';
  expect((await scene.ask(cycles, { filter })).body.data.outcome).toBe('NOT_FOUND');
  expect((await scene.ask(cycles)).body.data.answer).toMatch(/1,500/);
  const canteen = await scene.ask('When does the canteen of the other office close?', {
    namespaceId: ['docs', 'other'],
  });
  expect(canteen.body.data.citations).toMatchObject([{ namespaceId: 'other' }]);
});

test('a question of a conversation is searched for as it is meant in it', async () => {
  scene.respond((call) =>
    call.messages[0]?.content.startsWith('Rewrite')
      ? '"When does unused leave expire?"'
      : 'Unused leave expires at the end of March. [1]',
  );
  const messages = [
    { role: 'user', content: 'How many days of paid leave are there a year?' },
    { role: 'assistant', content: 'Everyone has thirty days.' },
  ];
  const { body } = await scene.ask('And when do they expire?', { messages });
  expect(body.data).toMatchObject({ query: 'When does unused leave expire?', outcome: 'ANSWERED' });
  const conversation = scene.emulator.requests.at(-1)?.json as ChatCall;
  expect(conversation.messages.slice(1, 3)).toEqual(messages);
});

test('a namespace without a chat model says which setting is missing', async () => {
  const { status, body } = await scene.ask('Anything?', { namespaceId: 'silent' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'CHAT_MODEL_NOT_SET', details: { setting: 'chatModelConfig' } });
});

test('a chat model is tried before it is accepted', async () => {
  const chatModelConfig = {
    provider: 'OPENAI',
    model: 'tiny',
    apiKey: 'wrong',
    baseUrl: `${scene.emulator.url}/v1`,
  };
  const { status, body } = await scene.gateway.call('PATCH', '/v1/namespaces/silent', {
    json: { chatModelConfig },
  });
  expect(status).toBe(400);
  expect(body.error.details.issues).toMatchObject([{ path: 'chatModelConfig.apiKey' }]);
});

test('callers of another organization get nothing of it', async () => {
  const stranger = createCaller(scene.gateway.url, 'df_live_stranger_key', () => undefined);
  const { status } = await stranger('POST', '/v1/answer', {
    json: { namespaceId: 'docs', question: 'leave?' },
  });
  expect(status).toBe(401);
});
