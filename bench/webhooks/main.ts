/** How long events take to their receivers while one receiver of the same organization answers nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { startPostgres } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import {
  createApiClient,
  type FleetProcess,
  type StubServer,
  startFleetProcess,
  startStubServer,
} from '@docfleet/testing';
import { percentile } from '../percentile.ts';
import { readProcessUsage } from '../process-usage.ts';
import { printTable } from '../table.ts';

const usage = `Usage: npm run bench:webhooks [-- EVENTS RATE]

Writes EVENTS (10,000) events at RATE (50) a second, for three receivers that answer at once and one that never does.
`;
const healthyReceivers = 3;
const tick = 50;
/** Events that are not counted: a program that has just started is slower. */
const warmingUp = 300;
/** How long receivers may still be behind at the end. */
const waitTimeoutMs = 60_000;

interface Receiver {
  readonly name: string;
  readonly server: StubServer;
  /** Milliseconds from the writing of an event to its arrival. */
  readonly delays: number[];
}

async function startReceiver(name: string, responses: boolean): Promise<Receiver> {
  const delays: number[] = [];
  const server = await startStubServer(
    ({ json }) => {
      const { data } = json as { data: { writtenAt: number } };
      delays.push(Date.now() - data.writtenAt);
      return responses ? { status: 200 } : undefined;
    },
    { remember: 10 },
  );
  return { name, server, delays };
}

async function subscribe(fleet: FleetProcess, { name, server }: Receiver): Promise<void> {
  const body = { name, url: server.url };
  const { status, body: response } = await createApiClient(fleet).request('POST', '/v1/webhooks', body);
  if (status !== 201) throw new Error(JSON.stringify(response));
}

async function writeEvents(database: Database, organizationId: string, events: number, rate: number) {
  const startedAt = Date.now();
  for (let written = 0; written < events; ) {
    const due = Math.min(events, Math.ceil(((Date.now() - startedAt) * rate) / 1_000));
    const writtenAt = Date.now();
    const event = {
      organizationId,
      namespaceName: 'bench',
      type: 'DOCUMENTS_READY',
      data: { writtenAt },
    } as const;
    if (due > written) await database.webhookEvent.createMany({ data: Array(due - written).fill(event) });
    written = due;
    await pause(tick);
  }
}

async function waitFor(receivers: readonly Receiver[], events: number): Promise<void> {
  const until = Date.now() + waitTimeoutMs;
  while (receivers.some(({ delays }) => delays.length < events) && Date.now() < until) await pause(100);
}

const rowOf = ({ name, delays }: Receiver) => [
  name,
  delays.length,
  ...[0.5, 0.99, 1].map((share) => percentile(delays, share)),
];

async function main(events: number, rate: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-bench-'));
  const log = createLogger({ service: 'bench', level: 'warn' });
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), log });
  const fleet = await startFleetProcess({
    dataDirectory: join(directory, 'fleet'),
    environment: { DATABASE_URL: postgres.url, EGRESS_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'warn' },
  });
  const healthy = await Promise.all(
    Array.from({ length: healthyReceivers }, (_, index) => startReceiver(`healthy ${index + 1}`, true)),
  );
  const dead = await startReceiver('dead (never answers)', false);
  for (const receiver of [...healthy, dead]) await subscribe(fleet, receiver);

  const database = openDatabase({ url: postgres.url, poolSize: 2 });
  await writeEvents(database, fleet.organizationId, warmingUp, rate);
  await waitFor(healthy, warmingUp);
  for (const { delays } of [...healthy, dead]) delays.length = 0;

  const before = await readProcessUsage(fleet.pid);
  const ownDelay = monitorEventLoopDelay();
  ownDelay.enable();
  await writeEvents(database, fleet.organizationId, events, rate);
  await waitFor(healthy, events);
  const after = await readProcessUsage(fleet.pid);
  printTable(['receiver', 'arrived', 'p50 ms', 'p99 ms', 'worst ms'], [...healthy, dead].map(rowOf));
  const delivered = healthy.reduce((sum, { delays }) => sum + delays.length, 0);
  const each = ((after.cpuSeconds - before.cpuSeconds) * 1_000) / delivered;
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(
    `\nThe fleet's processor time: ${each.toFixed(2)} ms a delivery; load average ${loads.join(', ')}`,
  );
  const [p99, longest] = [ownDelay.percentile(99), ownDelay.max].map((ns) => (ns / 1e6).toFixed(0));
  console.log(
    `This program itself, receivers included, was late by ${p99} ms at p99, ${longest} ms at worst`,
  );

  await database.$disconnect();
  await fleet.stop();
  await Promise.all([...healthy, dead].map(({ server }) => server.close()));
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

const [events = '10000', rate = '50'] = process.argv.slice(2);
if (events === '--help') console.log(usage);
else await main(Number(events), Number(rate));
