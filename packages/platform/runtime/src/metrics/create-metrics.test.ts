import { expect, test } from '@jest/globals';
import { createMetrics } from './index.ts';

const queueState = (queue: string) => ({
  queue,
  jobs: { waiting: 3, prioritized: 0, active: 1, delayed: 0, due: 0, failed: 0, backlog: 7 },
  oldestSeconds: 4,
  secondsOfWork: 2.5,
});
const fleet = {
  queues: [queueState('embed-document')],
  backlogs: [{ namespaceClass: '1-99', namespaces: 1, documents: 7 }],
  outbox: { entries: 2, lagSeconds: 0.5 },
  stuckDocuments: 0,
  stored: { documents: 7, bytes: 1_000, chunks: 9, pages: 0 },
};

test('every series is labeled with its service', async () => {
  const metrics = createMetrics('parser');
  metrics.converterEnded('memory');
  const { body, contentType } = await metrics.scrape();
  expect(contentType).toMatch(/^text\/plain/);
  expect(body).toContain('docfleet_converter_ends_total{reason="memory",service="parser"} 1');
});

test('what the fleet shares is not there before it was read, and not after it could not be', async () => {
  const metrics = createMetrics('scheduler');
  const hasValues = async () =>
    /^docfleet_(queue|outbox|stuck|backlog)_/m.test((await metrics.scrape()).body);
  expect(await hasValues()).toBe(false);
  metrics.fleetRead(fleet);
  const { body } = await metrics.scrape();
  expect(body).toContain('docfleet_queue_seconds_of_work{queue="embed-document",service="scheduler"} 2.5');
  expect(body).toContain('docfleet_queue_jobs{queue="embed-document",state="backlog",service="scheduler"} 7');
  expect(body).toContain('docfleet_stored_amount{unit="chunks",service="scheduler"} 9');
  expect(body).toContain('docfleet_stuck_documents{service="scheduler"} 0');
  metrics.fleetUnknown();
  expect(await hasValues()).toBe(false);
});

test('an unknown method makes no series of its own', async () => {
  const metrics = createMetrics('gateway');
  for (const method of ['GET', 'BREW', 'XYZZY'])
    metrics.requestEnded({ method, route: '/v1/search', status: 405, durationMs: 1 });
  const { body } = await metrics.scrape();
  expect(body).toContain('method="other",route="/v1/search",status="405",service="gateway"} 2');
  expect(body).not.toContain('BREW');
});

test('a job that was postponed counts as an attempt, and not into how long work takes', async () => {
  const metrics = createMetrics('embedder');
  metrics.jobAttempted({ queue: 'q', outcome: 'postponed', waitMs: 10, durationMs: 1 });
  metrics.jobAttempted({ queue: 'q', outcome: 'done', waitMs: undefined, durationMs: 200 });
  const { body } = await metrics.scrape();
  expect(body).toContain('docfleet_job_attempts_total{queue="q",outcome="postponed",service="embedder"} 1');
  expect(body).toContain('docfleet_job_processing_seconds_count{service="embedder",queue="q"} 1');
  expect(body).toContain('docfleet_job_wait_seconds_count{service="embedder",queue="q"} 1');
});

test('a rare event is exported as 0 before it happens: the first one is a change', async () => {
  const metrics = createMetrics('embedder');
  metrics.jobAttempted({ queue: 'q', outcome: 'done', waitMs: 10, durationMs: 1 });
  const { body } = await metrics.scrape();
  expect(body).toContain('docfleet_job_attempts_total{queue="q",outcome="exhausted",service="embedder"} 0');
  expect(body).toContain('docfleet_webhook_attempts_total{outcome="unreachable",service="embedder"} 0');
  expect(body).toContain('docfleet_converter_ends_total{reason="crash",service="embedder"} 0');
});

test('what is only known by looking is looked up at each scrape', async () => {
  const metrics = createMetrics('scheduler');
  let looked = 0;
  metrics.beforeScrape(async () => {
    looked += 1;
    metrics.fleetRead({ ...fleet, stuckDocuments: looked });
  });
  await metrics.scrape();
  expect((await metrics.scrape()).body).toContain('docfleet_stuck_documents{service="scheduler"} 2');
});

test('every metric is named after the fleet, has a meaning, and no label that could be an id', () => {
  const described = createMetrics('any').describe();
  expect(described.length).toBeGreaterThan(20);
  const bounded = [
    'method',
    'route',
    'status',
    'queue',
    'outcome',
    'port',
    'vendor',
    'operation',
    'host_class',
    'unit',
    'reason',
    'connector',
    'state',
    'namespace_class',
    'store',
  ];
  for (const { name, help, labels } of described) {
    expect(name).toMatch(/^docfleet_[a-z_]+$/);
    expect(help.length).toBeGreaterThan(20);
    expect(bounded).toEqual(expect.arrayContaining([...labels]));
  }
});

test('the metrics of another process are in the same scrape, each described once', async () => {
  const [own, workers] = [createMetrics('fleet'), createMetrics('fleet-workers')];
  own.converterEnded('time');
  workers.converterEnded('memory');
  // As they come from another process.
  own.include(async () => structuredClone(await workers.read()));
  const { body } = await own.scrape();
  expect(body).toContain('docfleet_converter_ends_total{reason="time",service="fleet"} 1');
  expect(body).toContain('docfleet_converter_ends_total{reason="memory",service="fleet-workers"} 1');
  expect(body.match(/^# TYPE docfleet_converter_ends_total /gm)).toHaveLength(1);
});
