import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';

const citation = {
  number: 1,
  quote: 'thirty days of\npaid leave',
  namespaceId: 'docs',
  document: { id: 'd1', name: 'hand\u001b[31mbook', externalId: 'e', documentType: 'TEXT', url: null },
  chunk: { ordinal: 0, start: 0, end: 9, text: 'thirty days of\npaid leave' },
  quoteStart: 0,
  quoteEnd: 9,
};
const summary = { outcome: 'ANSWERED', answer: 'Thirty days. [1]' };
const events = [
  { type: 'searched', query: 'q', passages: 1 },
  { type: 'sentence', text: 'Thirty days. [1]', citations: [1], newCitations: [citation], isVerified: true },
  { type: 'removed', text: 'x', reason: 'NO_CITATION' },
  { type: 'done', ...summary },
];

let service: StubServer;
beforeAll(async () => {
  service = await startStubServer(({ json }) => {
    const { stream, question } = json as { stream?: boolean; question: string };
    if (!stream) return { body: { success: true, message: '', data: { ...summary, question } } };
    const shown = question === 'cut' ? events.slice(0, 2) : events;
    const body = shown.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return { headers: { 'content-type': 'text/event-stream' }, body };
  });
});
afterAll(() => service.close());

const run = (isTerminal: boolean, ...args: string[]) =>
  createTestCli({
    environment: { url: service.url, apiKey: 'df_live_id_secret', namespaceId: 'docs' },
    isTerminal,
  }).run('ask', ...args, '--no-color');

test('an answer is shown as it comes, with its sources and what was left out', async () => {
  const { exitCode, output, errors } = await run(true, 'how', 'many', 'days?', '--filter', 'team=people');
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: 'Thirty days. [1]\n\n[1] hand\\u001b[31mbook: “thirty days of paid leave”\n    d1\n',
  });
  expect(errors).toMatch(/1 sentence could not be verified/);
  expect(service.requests.at(-1)?.json).toMatchObject({
    namespaceId: 'docs',
    question: 'how many days?',
    filter: { metadata: { team: 'people' } },
    stream: true,
  });
});

test('programs get the whole answer as JSON', async () => {
  const { output } = await run(false, 'why?');
  expect(JSON.parse(output)).toMatchObject(summary);
});

test('an answer that is cut off is a failure', async () => {
  const { exitCode, errors } = await run(true, 'cut');
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/cut off/);
});
