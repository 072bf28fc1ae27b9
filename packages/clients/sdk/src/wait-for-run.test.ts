import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';

let server: StubServer;

afterEach(() => server.close());

const run = { namespaceId: 'docs', ingestJobRunId: 'r' };

const state = (status: string, failed: readonly string[] = [], errorMessage: string | null = null) => ({
  status,
  errorMessage,
  documents: { failed: failed.map((error) => ({ id: 'd', status: 'FAILED', error })) },
  documentCounts: { failed: failed.length },
});

/** Answers one state after the other, and the last again and again. */
async function start(...states: object[]) {
  server = await startStubServer(() => {
    const data = states.length > 1 ? states.shift() : states[0];
    return { body: { success: true, data } };
  });
  return createDocfleetClient({ baseUrl: server.url, apiKey: 'k' });
}

test('it waits until the run is COMPLETED and reports every state', async () => {
  const client = await start(state('QUEUED'), state('PROCESSING'), state('COMPLETED'));
  const seen: string[] = [];
  const last = await client.waitForRun(run, {
    pollDelayMs: 1,
    onProgress: ({ status }) => seen.push(status),
  });
  expect(last.status).toBe('COMPLETED');
  expect(seen).toEqual(['QUEUED', 'PROCESSING', 'COMPLETED']);
  expect(server.requests[0]).toMatchObject({ path: '/v1/ingest-job-runs/r' });
  expect(server.requests[0]?.query.get('namespaceId')).toBe('docs');
});

test('a document that failed rejects with its reason and the run', async () => {
  const client = await start(state('COMPLETED', ['The PDF is damaged']));
  await expect(client.waitForRun(run)).rejects.toMatchObject({
    code: 'RUN_FAILED',
    message: expect.stringContaining('The PDF is damaged'),
    run: { documentCounts: { failed: 1 } },
  });
});

test('a source that could not be read rejects', async () => {
  const client = await start(state('COMPLETED', [], 'The sitemap was not found'));
  await expect(client.waitForRun(run)).rejects.toMatchObject({
    code: 'RUN_FAILED',
    message: expect.stringContaining('The sitemap was not found'),
  });
});

test('failures are allowed when they are', async () => {
  const client = await start(state('COMPLETED', ['The PDF is damaged']));
  const { documentCounts } = await client.waitForRun(run, { allowFailures: true });
  expect(documentCounts.failed).toBe(1);
});

test('a run that does not end is abandoned at the deadline', async () => {
  const client = await start(state('PROCESSING'));
  await expect(client.waitForRun(run, { deadlineMs: 300, pollDelayMs: 20 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    run: { status: 'PROCESSING' },
  });
});

test('a signal ends the waiting', async () => {
  const client = await start(state('PROCESSING'));
  const controller = new AbortController();
  const reason = new Error('enough');
  const waiting = client.waitForRun(run, {
    pollDelayMs: 60_000,
    signal: controller.signal,
    onProgress: () => setImmediate(() => controller.abort(reason)),
  });
  await expect(waiting).rejects.toBe(reason);
});

test.each(['FAILED', 'COMPLETED_WITH_ERRORS', 'NEEDS_CONFIRMATION'])(
  'a run that is %s rejects at once, whether or not it has a message',
  async (status) => {
    const client = await start(state(status));
    await expect(client.waitForRun(run)).rejects.toMatchObject({
      code: 'RUN_FAILED',
      message: `The run is ${status}`,
    });
  },
);
