import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

async function ingest(text: string): Promise<{ runId: string; documentId: string }> {
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config: { text } } };
  const { data } = (await gateway.call('POST', '/v1/ingest/text', { json })).body;
  return { runId: data.ingestJobRunId, documentId: data.documents[0].id };
}

/** Opens a run's stream and gathers what it says. */
async function follow(runId: string, headers: Record<string, string> = {}, key = gateway.keys.read) {
  const controller = new AbortController();
  const url = `${gateway.url}/v1/ingest-job-runs/${runId}/events?namespaceId=docs`;
  const init = { headers: { authorization: `Bearer ${key}`, ...headers }, signal: controller.signal };
  const response = await fetch(url, init);
  const stream = { status: response.status, type: response.headers.get('content-type'), text: '' };
  const read = async () => {
    for await (const part of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    ))
      stream.text += part;
  };
  const ended = read().then(
    () => 'ended',
    () => 'cut',
  );
  return Object.assign(stream, { ended, leave: () => controller.abort() });
}

const statesOf = ({ text }: { text: string }) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => {
    const { status, documentCounts } = JSON.parse(data);
    return `${status}: ${documentCounts.queued} queued, ${documentCounts.completed} completed`;
  });

test('a run is followed from where it is to its end', async () => {
  const { runId, documentId } = await ingest('followed');
  const stream = await follow(runId);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream']);
  await eventually(() => expect(statesOf(stream)).toEqual(['QUEUED: 1 queued, 0 completed']));
  await embedDocument(gateway, 'docs', documentId, ['followed']);
  expect(await stream.ended).toBe('ended');
  expect(statesOf(stream).at(-1)).toBe('COMPLETED: 0 queued, 1 completed');
});

test('a client that reconnects with its last event receives only newer ones', async () => {
  const { runId, documentId } = await ingest('again');
  const first = await follow(runId);
  await eventually(() => expect(first.text).toContain('data: '));
  first.leave();
  const [, id = ''] = /^id: (\S+)$/m.exec(first.text) ?? [];
  const second = await follow(runId, { 'last-event-id': id });
  await embedDocument(gateway, 'docs', documentId, ['again']);
  expect(await second.ended).toBe('ended');
  expect(statesOf(second).some((state) => state.startsWith('QUEUED'))).toBe(false);
  expect(statesOf(second).at(-1)).toBe('COMPLETED: 0 queued, 1 completed');
});

test('a run that is not there is not found, in the usual form', async () => {
  const path = '/v1/ingest-job-runs/0199c0de-7e57-7000-8000-000000000001/events?namespaceId=docs';
  const result = await gateway.call('GET', path);
  expect(result).toMatchObject({ status: 404, body: { error: { code: 'INGEST_JOB_RUN_NOT_FOUND' } } });
});

test('a key has 20 streams at most, and gets another when one has gone', async () => {
  const { runId } = await ingest('crowded');
  const key = gateway.keys.ingest;
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(runId, {}, key)));
  const refused = await follow(runId, {}, key);
  expect([refused.status, refused.text || (await refused.ended)]).toEqual([429, expect.anything()]);
  expect((await follow(runId)).status).toBe(200);
  streams[0]?.leave();
  await eventually(async () => expect((await follow(runId, {}, key)).status).toBe(200));
  for (const stream of streams) stream.leave();
});

test('a gateway that goes down ends its streams at once', async () => {
  const other = await startTestGateway();
  await other.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config: { text: 'unfinished' } } };
  const { ingestJobRunId } = (await other.call('POST', '/v1/ingest/text', { json })).body.data;
  const response = await fetch(`${other.url}/v1/ingest-job-runs/${ingestJobRunId}/events?namespaceId=docs`, {
    headers: { authorization: `Bearer ${other.keys.read}` },
  });
  const reading = response.text();
  await other.close();
  expect(await reading).toContain('data: {');
});
