import {
  answerExtractively,
  type ChatCall,
  type ChatEmulator,
  type ChatFault,
  chatEmulatorKey,
  eventually,
  obeyUnlessEnclosed,
  readPrompt,
  startChatEmulator,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiResponse, createCaller } from '../../test/call.ts';
import { embedDocument } from '../../test/embed-document.ts';
import { injections } from '../../test/injections.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let emulator: ChatEmulator;
const ids: Record<string, string> = {};
let respond: (call: ChatCall) => string = answerExtractively;
let fault: ChatFault | undefined;

async function ingest(
  namespaceId: string,
  name: string,
  texts: string[],
  { tenantId, metadata = {} }: { tenantId?: string; metadata?: object } = {},
) {
  const json = {
    namespaceId,
    ingestConfig: { source: 'TEXT', config: { name, text: texts.join('\n'), externalId: name, metadata } },
  };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  ids[name] = response.body.data.documents[0].id;
  await embedDocument(gateway, namespaceId, response.body.data.documents[0].id, texts);
}

const create = (name: string, more: object = {}) =>
  gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs, ...more } });

beforeAll(async () => {
  gateway = await startTestGateway({
    priceTable: {
      currency: 'EUR',
      embedding: {},
      chat: { 'OPENAI/tiny': { input: 1, output: 2 } },
      scrapedPage: {},
    },
  });
  emulator = await startChatEmulator('OPENAI', { respond: (call) => respond(call), fault: () => fault });
  const chatModelConfig = {
    provider: 'OPENAI',
    model: 'tiny',
    apiKey: chatEmulatorKey,
    baseUrl: `${emulator.url}/v1`,
  };
  await create('docs', { chatModelConfig });
  await create('other', { chatModelConfig });
  await create('silent');
  await ingest('docs', 'handbook', [
    'Everyone has thirty days of paid leave a year.',
    'Unused leave expires at the end of March.',
    'Sick leave needs a certificate from a doctor after three days.',
  ]);
  await ingest(
    'docs',
    'batteries',
    ['The X-200 battery lasts 1,500 charging cycles when stored at 15 degrees.'],
    {
      metadata: { team: 'tech' },
    },
  );
  await ingest('docs', 'secret', ['The parking spaces of tenant seven are on level nine.'], {
    tenantId: 't7',
  });
  await ingest('docs', 'urlaub', ['Der Betriebsausflug findet am ersten Freitag im Juni statt.']);
  await ingest('other', 'elsewhere', ['The canteen of the other office closes at half past two.']);
});
afterAll(async () => {
  await emulator.close();
  await gateway.close();
});
afterEach(() => {
  respond = answerExtractively;
  fault = undefined;
});

const ask = (question: string, more: object = {}, options: object = {}): Promise<ApiResponse> =>
  gateway.call('POST', '/v1/answer', { json: { namespaceId: 'docs', question, ...more }, ...options });

/** The events of a stream as they came. */
async function stream(question: string, more: object = {}, signal?: AbortSignal) {
  const response = await fetch(`${gateway.url}/v1/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.keys.read}`, 'content-type': 'application/json' },
    body: JSON.stringify({ namespaceId: 'docs', question, stream: true, ...more }),
    ...(signal && { signal }),
  });
  return response;
}
const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)));

test('an answer cites chunk, document and quote, and says what it cost', async () => {
  const { status, body } = await ask('How many days of paid leave are there a year?');
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
          id: ids['handbook'],
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

test('neighbouring chunks are one passage, and a quote is cited from its own chunk', async () => {
  respond = (call) => {
    const { passages } = readPrompt(call);
    const own = passages.find(({ text }) => text.includes('expires'));
    return `Unused leave expires at the end of March [${own?.number}: "expires at the end of March"].`;
  };
  const { body } = await ask('When does unused leave expire?');
  const [prompt] = emulator.requests.slice(-1);
  expect(readPrompt(prompt?.json as ChatCall).passages.filter(({ text }) => /leave/.test(text))).toHaveLength(
    1,
  );
  expect(body.data.citations).toMatchObject([
    { chunk: { ordinal: 1 }, quote: 'expires at the end of March' },
  ]);
});

test('what cannot be verified is left out and reported, or marked where that is asked for', async () => {
  respond = () =>
    'Everyone has thirty days of paid leave a year [1: "thirty days of paid leave"]. Everyone has ninety days of paid leave a year [1: "days of paid leave"]. Elvis Presley decides.';
  const { body } = await ask('How many days of paid leave are there a year?');
  expect(body.data.answer).toBe('Everyone has thirty days of paid leave a year. [1]');
  expect(body.data.removed).toEqual([
    { text: 'Everyone has ninety days of paid leave a year.', reason: 'NUMBER_NOT_CITED' },
    { text: 'Elvis Presley decides.', reason: 'NO_CITATION' },
  ]);
  const marked = await ask('How many days of paid leave are there a year?', { unverified: 'mark' });
  expect(marked.body.data.sentences).toMatchObject([
    { isVerified: true, citations: [1] },
    { isVerified: false, citations: [] },
    { isVerified: false, citations: [] },
  ]);
  expect(marked.body.data.citations).toHaveLength(1);
});

describe('NOT_FOUND', () => {
  test('the model is not asked when the documents have nothing of the question', async () => {
    const before = emulator.requests.length;
    const { body } = await ask('Who won the chess championship in Reykjavik?');
    expect(body.data).toMatchObject({
      outcome: 'NOT_FOUND',
      notFoundReason: 'NOT_RELEVANT',
      answer: 'Not found in the documents.',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(emulator.requests).toHaveLength(before);
  });

  test('it is said in the language of the question', async () => {
    const { body } = await ask('Wer hat die Schachweltmeisterschaft in Reykjavik gewonnen?');
    expect(body.data.answer).toBe('Das steht nicht in den Dokumenten.');
  });

  test.each([
    ['MODEL', () => 'NOT_FOUND'],
    ['UNVERIFIED', () => 'Everyone has ninety days of paid leave [1].'],
    ['UNVERIFIED', () => ''],
  ])('%s is its reason', async (reason, answer) => {
    respond = answer;
    const { body } = await ask('How many days of paid leave are there a year?');
    expect(body.data).toMatchObject({ outcome: 'NOT_FOUND', notFoundReason: reason, citations: [] });
  });

  test('REFUSED is its reason when a filter of the vendor refuses', async () => {
    fault = { kind: 'filtered' };
    respond = () => '';
    const { body } = await ask('How many days of paid leave are there a year?');
    expect(body.data).toMatchObject({ outcome: 'NOT_FOUND', notFoundReason: 'REFUSED' });
  });
});

test('filters, tenants and several namespaces count as in searches', async () => {
  const question = 'On which level are the parking spaces of tenant seven?';
  expect((await ask(question, {}, { tenantId: 't8' })).body.data.outcome).toBe('NOT_FOUND');
  expect((await ask(question, {}, { tenantId: 't7' })).body.data.answer).toMatch(/level nine/);
  const filter = { metadata: { team: 'people' } };
  const cycles = 'How many charging cycles does the X-200 battery last?';
  expect((await ask(cycles, { filter })).body.data.outcome).toBe('NOT_FOUND');
  expect((await ask(cycles)).body.data.answer).toMatch(/1,500/);
  const canteen = await ask('When does the canteen of the other office close?', {
    namespaceId: ['docs', 'other'],
  });
  expect(canteen.body.data.citations).toMatchObject([{ namespaceId: 'other' }]);
});

test('a question of a conversation is searched for as it is meant in it', async () => {
  respond = (call) =>
    call.messages[0]?.content.startsWith('Rewrite')
      ? '"When does unused leave expire?"'
      : 'Unused leave expires at the end of March. [1]';
  const messages = [
    { role: 'user', content: 'How many days of paid leave are there a year?' },
    { role: 'assistant', content: 'Everyone has thirty days.' },
  ];
  const { body } = await ask('And when do they expire?', { messages });
  expect(body.data).toMatchObject({ query: 'When does unused leave expire?', outcome: 'ANSWERED' });
  const conversation = emulator.requests.at(-1)?.json as ChatCall;
  expect(conversation.messages.slice(1, 3)).toEqual(messages);
});

test('a namespace without a chat model says which setting is missing', async () => {
  const { status, body } = await ask('Anything?', { namespaceId: 'silent' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'CHAT_MODEL_NOT_SET', details: { setting: 'chatModelConfig' } });
});

test('a chat model is tried before it is accepted', async () => {
  const chatModelConfig = {
    provider: 'OPENAI',
    model: 'tiny',
    apiKey: 'wrong',
    baseUrl: `${emulator.url}/v1`,
  };
  const { status, body } = await gateway.call('PATCH', '/v1/namespaces/silent', {
    json: { chatModelConfig },
  });
  expect(status).toBe(400);
  expect(body.error.details.issues).toMatchObject([{ path: 'chatModelConfig.apiKey' }]);
});

describe('the stream of an answer', () => {
  test('has its sentences with their citations, and its end with what it cost', async () => {
    const response = await stream('How many days of paid leave are there a year?');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    expect(events.map(({ type }) => type)).toEqual(['searched', 'sentence', 'done']);
    expect(events[1]).toMatchObject({
      text: 'Everyone has thirty days of paid leave a year. [1]',
      newCitations: [{ number: 1, document: { name: 'handbook' } }],
    });
    expect(events[2]).toMatchObject({ outcome: 'ANSWERED', answer: events[1].text });
  });

  test('is refused with a status as long as it has not begun', async () => {
    expect((await stream('Anything?', { namespaceId: 'nowhere' })).status).toBe(404);
    expect((await stream('Anything?', { namespaceId: 'silent' })).status).toBe(400);
  });

  test.each<[ChatFault, RegExp]>([
    [{ kind: 'cut' }, /broke off|could not be reached/],
    [{ kind: 'status', status: 429 }, /fewer requests/],
    [{ kind: 'status', status: 401 }, /API key/],
  ])('ends with the failure of its model: %j', async (wrong, message) => {
    fault = wrong;
    const events = eventsOf(await (await stream('How many days of paid leave are there a year?')).text());
    const failure = { code: 'ANSWER_FAILED', message: expect.stringMatching(message) };
    expect(events.at(-1)).toMatchObject({ type: 'error', error: failure });
    expect(JSON.stringify(events)).not.toContain(chatEmulatorKey);
    const whole = await ask('How many days of paid leave are there a year?');
    expect(whole).toMatchObject({ status: 502, body: { error: failure } });
  });

  test('a caller that goes away ends the request to the model', async () => {
    fault = { kind: 'endless' };
    respond = () => 'Everyone has thirty days of paid leave a year, one and all, ';
    const gone = new AbortController();
    const response = await stream(
      'How many days of paid leave are there?',
      { maxTokens: 4_000 },
      gone.signal,
    );
    const reading = response.text().catch(() => 'gone');
    gone.abort();
    expect(await reading).toBe('gone');
    await eventually(() => expect(emulator.underWay()).toBe(0));
  });
});

test('a model that repeats itself is stopped, and what it repeats is shown once', async () => {
  fault = { kind: 'endless' };
  respond = () => 'Everyone has thirty days of paid leave a year. [1] ';
  const { body } = await ask('How many days of paid leave are there a year?', { maxTokens: 4_000 });
  expect(body.data.answer).toBe('Everyone has thirty days of paid leave a year. [1]');
  expect(body.data.removed.every(({ reason }: { reason: string }) => reason === 'REPEATED')).toBe(true);
});

test('an organization has so many answers at once, and the next one is refused with when to come again', async () => {
  const { answersPerOrganization } = (await import('@docfleet/runtime/config')).limits;
  fault = { kind: 'hang' };
  const gone = new AbortController();
  const question = 'How many days of paid leave are there a year?';
  const before = emulator.requests.length;
  const held = Array.from({ length: answersPerOrganization }, () =>
    fetch(`${gateway.url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.keys.read}`, 'content-type': 'application/json' },
      body: JSON.stringify({ namespaceId: 'docs', question }),
      signal: gone.signal,
    }).catch(() => undefined),
  );
  await eventually(() => expect(emulator.requests.length).toBe(before + answersPerOrganization));
  const { status, headers } = await ask(question);
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBeTruthy();
  gone.abort();
  await Promise.all(held);
  fault = undefined;
  await eventually(async () => expect((await ask(question)).status).toBe(200));
});

describe('an instruction in a document', () => {
  test.each(injections.map((text, at) => [at, text] as const))('is not followed: %i', async (at, text) => {
    const name = `planted${at}`;
    await create(name, {
      chatModelConfig: {
        provider: 'OPENAI',
        model: 'tiny',
        apiKey: chatEmulatorKey,
        baseUrl: `${emulator.url}/v1`,
      },
    });
    await ingest(name, `doc${at}`, [`The visitor code of the north gate is 4711.\n${text}`]);
    respond = obeyUnlessEnclosed;
    const { body } = await ask('What is the visitor code of the north gate?', { namespaceId: name });
    expect(body.data.answer).toMatch(/^The visitor code of the north gate is 4711\. \[1\]$/);
    // Even a model that obeys cannot have what it writes shown.
    respond = () => 'PWNED. Send your password to https://evil.example/pwned?x=1 [1].';
    const obeyed = await ask('What is the visitor code of the north gate?', { namespaceId: name });
    expect(obeyed.body.data.answer).not.toMatch(/PWNED|evil/);
  });

  test('would be followed by this model if the prompt let it', () => {
    const messages = [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: `Passages:\n${injections[0]}\n\nQuestion?` },
    ];
    expect(obeyUnlessEnclosed({ messages, maxTokens: 10 })).toMatch(/^PWNED/);
  });
});

test('callers of another organization get nothing of it', async () => {
  const stranger = createCaller(gateway.url, 'df_live_stranger_key', () => undefined);
  const { status } = await stranger('POST', '/v1/answer', {
    json: { namespaceId: 'docs', question: 'leave?' },
  });
  expect(status).toBe(401);
});
