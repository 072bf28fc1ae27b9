import { type ApiResponse, runWhere, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, textBody, waitForRun } from '../documents.ts';
import { type AttackedFleet, startAttackedFleet } from './attacked-fleet.ts';

/** Times say something on a machine that does nothing else: NEIGHBOUR_SECONDS=120 there. */
const seconds = Number(process.env['NEIGHBOUR_SECONDS'] ?? 0);
const whereIdle = runWhere(
  test,
  seconds > 0,
  'NEIGHBOUR_SECONDS is not set: it measures times, on an idle machine',
);
/** Times of an idle fleet are a few milliseconds, of which thrice is nothing on two busy cores. */
const floorMs = { search: 500, ingest: 3_000 };

let attacked: AttackedFleet;
let site: StubServer;

beforeAll(async () => {
  if (seconds === 0) return;
  const links = Array.from({ length: 2_000 }, (_, index) => `<a href="p${index}">x</a>`).join('');
  const page = `<base href="https://site.example/${'a'.repeat(500_000)}/"><p>text</p>${links}`;
  site = await startStubServer(({ method }, response) => {
    // A webhook's receiver that never responds.
    if (method === 'POST') return void response.on('close', () => undefined);
    return { headers: { 'content-type': 'text/html' }, body: page };
  });
  attacked = await startAttackedFleet(JSON.parse(process.env['NEIGHBOUR_FLEET'] ?? '{}'));
  for (const { api } of [attacked.attacker, attacked.neighbour]) await createNamespace(api, 'own');
}, 240_000);
afterAll(async () => {
  await attacked?.fleet.remove();
  await site?.close();
});

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(0.99 * (times.length - 1))] ?? 0;

/** The neighbour's searches and ingests, one after the other, until the time is over. */
async function measure(durationMs: number) {
  const { api } = attacked.neighbour;
  const [searches, ingests]: [number[], number[]] = [[], []];
  for (const until = Date.now() + durationMs; Date.now() < until; ) {
    let startedAt = performance.now();
    await search(api, 'own', 'heron');
    searches.push(performance.now() - startedAt);
    startedAt = performance.now();
    const { ingestJobRunId } = await ingestText(api, 'own', `The heron stands at pond ${startedAt}.`);
    await waitForRun(api, 'own', ingestJobRunId, 60_000);
    ingests.push(performance.now() - startedAt);
  }
  return { search: p99(searches), ingest: p99(ingests), requests: searches.length + 2 * ingests.length };
}

type Attack = () => Promise<ApiResponse>;

/** The worst that an ordinary key may do, each thing again and again until it is stopped. */
function startAttacks(): { stop(): Promise<Record<string, number>> } {
  const { api } = attacked.attacker;
  const fields = Object.fromEntries(
    Array.from({ length: 31 }, (_, index) => [`field${index}`, { $ne: 'a' }]),
  );
  const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`);
  const attacks: Attack[] = [
    () =>
      api.request('POST', '/v1/documents', {
        namespaceId: 'own',
        filterConfig: { metadata: { ...fields, last: { $nin: values } } },
        includeConfig: { statsByStatus: true, statsBySource: true },
      }),
    () => api.request('POST', '/v1/search', { namespaceId: 'own', query: 'heron '.repeat(300) }),
    () =>
      api.request('POST', '/v1/ingest/urls', {
        namespaceId: 'own',
        ingestConfig: { source: 'URLS_LIST', config: { urls: [`${site.url}/${crypto.randomUUID()}`] } },
      }),
    () => api.request('POST', '/v1/ingest/text', textBody('own', 'A long text. '.repeat(2_000))),
    () =>
      api.request('POST', '/v1/search', { namespaceId: 'own', query: 'text', topK: 1_000, highlights: true }),
    () =>
      api.upload(
        '/v1/ingest/file',
        { namespaceId: 'own' },
        { name: `${crypto.randomUUID()}.csv`, content: 'heron,pond\n'.repeat(20_000) },
      ),
  ];
  const statuses: Record<string, number> = {};
  let isAttacking = true;
  const repeat = async (attack: Attack) => {
    while (isAttacking) {
      const outcome = await attack().then(
        ({ status, body }) => (status >= 500 ? `${status} ${body.error?.code}` : status),
        (error: Error) => String(error.cause ?? error),
      );
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    }
  };
  const running = Promise.all(attacks.flatMap((attack) => [attack, attack, attack]).map(repeat));
  return {
    async stop() {
      isAttacking = false;
      await running;
      return statuses;
    },
  };
}

whereIdle(
  `a customer who does the worst that he may for ${seconds} s slows another down by a factor of three at most`,
  async () => {
    const { status } = await attacked.attacker.api.request('POST', '/v1/webhooks', { url: site.url });
    expect(status).toBe(201);
    await measure(2_000);
    const idle = await measure(Math.min(10_000, seconds * 500));
    const attacks = startAttacks();
    const busy = await measure(seconds * 1_000);
    const statuses = await attacks.stop();
    const rounded = (times: object) =>
      JSON.stringify(times, (_, value) => (typeof value === 'number' ? Math.round(value) : value));
    process.stdout.write(
      `p99 in ms: idle ${rounded(idle)}, under attack ${rounded(busy)}; the attacker got ${JSON.stringify(statuses)}\n`,
    );
    expect(busy.search).toBeLessThan(Math.max(3 * idle.search, floorMs.search));
    expect(busy.ingest).toBeLessThan(Math.max(3 * idle.ingest, floorMs.ingest));
  },
  300_000,
);
