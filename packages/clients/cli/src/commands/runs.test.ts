import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';

const at = { isoString: '2026-11-23T08:00:00.000Z' };
const run = {
  id: 'r1',
  status: 'COMPLETED',
  errorMessage: null,
  cancelledAt: at,
  ingestConfig: { source: 'WEBSITE' },
  createdAt: at,
  documents: { failed: [] },
  documentCounts: { completed: 2, cancelled: 3 },
  items: null,
};

let service: StubServer;
beforeAll(async () => {
  service = await startStubServer(({ method }) => {
    const data = method === 'GET' ? run : { ingestJobRuns: [run], nextCursor: null };
    return { body: { success: true, message: '', data } };
  });
});
afterAll(() => service.close());

const runs = async (...args: string[]) => {
  const environment = { url: service.url, apiKey: 'df_live_id_secret', namespaceId: 'docs' };
  const { output } = await createTestCli({ environment, isTerminal: true }).run('runs', ...args);
  return output;
};

test('cancelled runs are asked for, and shown as cancelled', async () => {
  expect(await runs('list', '--cancelled')).toMatch(/r1 +CANCELLED +WEBSITE/);
  expect(service.requests.at(-1)?.json).toMatchObject({ isCancelled: true });
});

test('a run that was cancelled says so, beside what it had ingested', async () => {
  expect(await runs('get', 'r1')).toContain('CANCELLED\nDocuments  2 completed, 3 cancelled');
});
