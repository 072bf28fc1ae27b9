import { createDocfleetClient } from '@docfleet/sdk';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Outcome } from './reporter.ts';
import { trackDocuments } from './track-documents.ts';

let service: StubServer;
/** Status that the stub service returns for each document, by id; documents that are missing here are not found. */
let statuses: Map<string, string>;

beforeEach(async () => {
  statuses = new Map();
  service = await startStubServer(({ json }) => {
    const { filterConfig } = json as { filterConfig: { documentIds: string[] } };
    const documents = filterConfig.documentIds.flatMap((id) => {
      const ingestionStatus = statuses.get(id);
      // The next question finds it done.
      if (ingestionStatus === 'PROCESSING') statuses.set(id, 'SUCCESS');
      return ingestionStatus
        ? [{ id, ingestionStatus, ingestionError: ingestionStatus === 'FAILED' ? 'no' : null }]
        : [];
    });
    return { body: { success: true, data: { documents, hasNextPage: false } } };
  });
});
afterEach(() => service.close());

const accepted = (documentId: string) => ({
  source: documentId,
  status: 'ACCEPTED' as const,
  documentId,
  externalId: null,
  ingestJobRunId: 'run',
  error: null,
});

function track() {
  const ended: Outcome[] = [];
  const tracker = trackDocuments({
    client: createDocfleetClient({ baseUrl: service.url, apiKey: 'key', maxRetries: 0 }),
    namespaceId: 'docs',
    signal: new AbortController().signal,
    onEnd: async (outcome) => void ended.push(outcome),
  });
  return { tracker, ended };
}

test('each document is followed to its end, a hundred with one request', async () => {
  const { tracker, ended } = track();
  for (let index = 0; index < 250; index++) {
    statuses.set(`d${index}`, index === 7 ? 'FAILED' : 'PROCESSING');
    await tracker.add(accepted(`d${index}`));
  }
  await tracker.add(accepted('deleted'));
  await tracker.finish();
  expect(ended).toHaveLength(251);
  expect(
    ended
      .filter(({ status }) => status !== 'SUCCESS')
      .map(({ source, status, error }) => [source, status, error]),
  ).toEqual([
    ['d7', 'FAILED', 'no'],
    ['deleted', 'DELETED', null],
  ]);
  expect(service.requests.length).toBeLessThanOrEqual(8);
});

test('a failure of requests for states rejects the wait', async () => {
  const { tracker } = track();
  await service.close();
  await tracker.add(accepted('d1'));
  await expect(tracker.finish()).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
});
