import { createDocfleetClient, type DocfleetClient } from '@docfleet/sdk';
import {
  type ChatCall,
  type ChatEmulator,
  type ChatFault,
  chatEmulatorKey,
  eventually,
  startChatEmulator,
} from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { joinFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;
let docfleet: DocfleetClient;
let emulator: ChatEmulator;
let fault: (number: number) => ChatFault | undefined = () => undefined;
/** The passages that the model was asked about since the beginning of the test. */
let passages: string[] = [];

const passageOf = ({ messages }: ChatCall) =>
  /<<<passage \S+\n([\s\S]*)\npassage /.exec(messages.at(-1)?.content ?? '')?.[1]?.trim() ?? '';

beforeAll(async () => {
  fleet = await joinFleet();
  docfleet = createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey });
  emulator = await startChatEmulator('OPENAI', {
    fault: (call) => {
      passages.push(passageOf(call));
      return fault(passages.length);
    },
    respond: (call) => `About zebra${passageOf(call).length} of the quarterly whitepaper.`,
  });
}, 240_000);
afterAll(async () => {
  await fleet?.remove();
  await emulator?.close();
});
beforeEach(() => {
  fault = () => undefined;
  passages = [];
});

const contextModel = (model = 'tiny') =>
  ({ provider: 'OPENAI', model, apiKey: chatEmulatorKey, baseUrl: `${emulator.url}/v1` }) as const;
const create = (name: string, more: object = {}) =>
  docfleet.namespaces.create({ name, validate: false, contextModelConfig: contextModel(), ...more });

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at} says that machine ${at * 7} runs well.`);

async function ingest(namespaceId: string, texts: readonly string[]) {
  const config = { name: 'annual report', text: texts.join('\n\n'), externalId: 'report' };
  const chunkConfig = { chunkSize: 20, chunkOverlap: 0 };
  const ingestConfig = { source: 'TEXT', config, chunkConfig } as const;
  return docfleet.ingest.text({ namespaceId, ingestConfig });
}

async function firstDocument(namespaceId: string) {
  const [document] = await Array.fromAsync(docfleet.documents.list({ namespaceId, filterConfig: {} }));
  return document;
}

async function settle(namespaceId: string, ingestJobRunId: string) {
  await docfleet.waitForRun({ namespaceId, ingestJobRunId });
  return firstDocument(namespaceId);
}

test('each chunk is embedded with a sentence of the model, which is found and explained and never shown as the text', async () => {
  await create('contexts');
  const { ingestJobRunId } = await ingest('contexts', paragraphs(6));
  const document = await settle('contexts', ingestJobRunId);
  expect(document?.ingestionStatus).toBe('SUCCESS');
  expect(passages.length).toBeGreaterThan(3);
  const { results } = await docfleet.search.hybrid({
    namespaceId: 'contexts',
    query: 'whitepaper',
    explain: true,
    hybridConfig: { semanticWeight: 0, keywordWeight: 1 },
  });
  expect(results).toHaveLength(passages.length);
  for (const { content, explanation } of results) {
    expect(content).not.toContain('whitepaper');
    expect(explanation?.embedded).toMatch(
      /^annual report\n\nAbout zebra\d+ of the quarterly whitepaper\.\n\n/,
    );
    expect(explanation?.keyword).toBeGreaterThan(0);
  }
  const { models } = await docfleet.usage.get({});
  const own = models.find(({ namespaceId }) => namespaceId === 'contexts');
  expect(own).toMatchObject({ purpose: 'CONTEXT', model: 'OPENAI/tiny', requests: passages.length });
  expect(own?.inputTokens).toBeGreaterThan(0);
}, 120_000);

test('a chunk of a document is asked for once: changed texts cost their changes, and an estimate says so before', async () => {
  await create('changes');
  const texts = paragraphs(6);
  await settle('changes', (await ingest('changes', texts)).ingestJobRunId);
  const first = passages.length;
  const changed = texts.with(5, 'The last paragraph is about penguins in the south and what they eat.');
  const { estimate } = await docfleet.ingest.estimate({
    namespaceId: 'changes',
    ingestConfig: {
      source: 'TEXT',
      config: { name: 'annual report', text: changed.join('\n\n'), externalId: 'report' },
      chunkConfig: { chunkSize: 20, chunkOverlap: 0 },
    },
  });
  passages = [];
  await settle('changes', (await ingest('changes', changed)).ingestJobRunId);
  expect(passages.length).toBeLessThan(first);
  expect(passages.join(' ')).toContain('penguins');
  expect(estimate.contexts.value).toBe(passages.length);
  expect(estimate.contextTokens.value).toBeGreaterThan(100);
  passages = [];
  await settle('changes', (await ingest('changes', texts)).ingestJobRunId);
  expect(passages).toEqual([]);
}, 120_000);

test('a model that is away leaves the document waiting and no sentence is paid for twice; one that refuses the key fails it with the setting', async () => {
  await create('away');
  fault = (number) =>
    number > 2 && number < 8
      ? { kind: 'status', status: 503, body: { error: { message: 'away' } } }
      : undefined;
  const { ingestJobRunId } = await ingest('away', paragraphs(12));
  const document = await settle('away', ingestJobRunId);
  expect(document?.ingestionStatus).toBe('SUCCESS');
  const answered = passages.filter((_, at) => at < 2 || at >= 7);
  expect(new Set(answered).size).toBe(answered.length);

  const wrong = { ...contextModel(), apiKey: 'wrong' };
  await create('refused', { contextModelConfig: wrong });
  await ingest('refused', paragraphs(2));
  await eventually(async () => {
    const failed = await firstDocument('refused');
    expect(failed).toMatchObject({
      ingestionStatus: 'FAILED',
      ingestionError: expect.stringMatching(/API key/),
    });
  });
}, 120_000);

test.each<[string, ChatFault]>([
  ['by its filter', { kind: 'filtered' }],
  [
    'by a status',
    { kind: 'status', status: 400, body: { error: { code: 'content_filter', message: 'Filtered' } } },
  ],
])(
  'a passage of a hundred that the model refuses %s has no sentence, and its neighbors have',
  async (how, refusal) => {
    const namespaceId = `one-of-many-${how.length}`;
    await create(namespaceId);
    fault = () => (passages.at(-1)?.includes('machine 350 ') ? refusal : undefined);
    const document = await settle(namespaceId, (await ingest(namespaceId, paragraphs(100))).ingestJobRunId);
    expect(document).toMatchObject({
      ingestionStatus: 'SUCCESS',
      notRead: [{ what: 'CONTEXT', where: null, why: expect.stringContaining('refused'), count: 1 }],
    });
    const { results } = await docfleet.search.hybrid({
      namespaceId,
      query: 'machine 350',
      explain: true,
      topK: 100,
      hybridConfig: { semanticWeight: 0, keywordWeight: 1 },
    });
    const without = results.filter(({ explanation }) => !explanation?.embedded?.includes('whitepaper'));
    expect(without.map(({ content }) => content)).toEqual([expect.stringContaining('machine 350 ')]);

    // It is asked about once, and its account is that of the content.
    passages = [];
    const texts = paragraphs(100).filter((text) => !text.includes('machine 350 '));
    const later = await settle(namespaceId, (await ingest(namespaceId, texts)).ingestJobRunId);
    expect(passages.join(' ')).not.toContain('machine 350 ');
    expect(later?.notRead).toEqual([]);
  },
  120_000,
);

test('a model that writes about no passage fails the document with the setting', async () => {
  await create('silent');
  fault = () => ({ kind: 'status', status: 400, body: { error: { message: 'Bad request' } } });
  await ingest('silent', paragraphs(3));
  await eventually(async () => {
    expect(await firstDocument('silent')).toMatchObject({ ingestionStatus: 'FAILED' });
  });
}, 120_000);

test('another context model is another generation, for which documents are embedded again', async () => {
  await create('generations', { contextModelConfig: undefined });
  await settle('generations', (await ingest('generations', paragraphs(3))).ingestJobRunId);
  expect(passages).toEqual([]);
  const change = { namespaceId: 'generations', contextModelConfig: contextModel('small'), validate: false };
  await expect(docfleet.namespaces.update(change)).rejects.toMatchObject({ code: 'NAMESPACE_CONFLICT' });
  const { ingestJobRunId } = await docfleet.namespaces.update({ ...change, reembed: true });
  await settle('generations', ingestJobRunId ?? '');
  expect(passages.length).toBeGreaterThan(0);
}, 120_000);

test('a spending limit stops the model, and the document waits and says why', async () => {
  await create('limited', { spendingLimitConfig: { tokensPerMonth: 0 } });
  await ingest('limited', paragraphs(2));
  await eventually(async () => {
    const document = await firstDocument('limited');
    expect(JSON.stringify(document)).toContain('tokens that they may use this month');
  });
  expect(passages).toEqual([]);
}, 120_000);
