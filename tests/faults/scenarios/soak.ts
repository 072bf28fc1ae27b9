import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, type ServiceName } from '@docfleet/testing';
import { expectAllEnded } from '../check-fleet.ts';
import { thisCheckout } from '../checkout.ts';
import type { Customer } from '../customer.ts';
import type { FaultFleet } from '../fault-fleet.ts';

const waitTimeoutMs = 60_000;

interface Sample {
  readonly minute: number;
  /** MB of all services together. */
  readonly memory: number;
  readonly handles: number;
  /** Of the memory that its container may have, the largest share that a service has. */
  readonly shareOfLimit: number;
}

async function memoryOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** The memory that a service may have in production, in MB. */
async function limitOf(service: ServiceName): Promise<number> {
  const manifest = await readFile(join(thisCheckout, `k8s/base/${service}.yaml`), 'utf8');
  const [, size, unit] = /limits: \{ memory: (\d+)([MG])i \}/.exec(manifest) ?? [];
  return Number(size) * (unit === 'G' ? 1_024 : 1);
}

async function takeSample({ services }: FaultFleet, startedAt: number): Promise<Sample> {
  const running = [...services.processes()].flatMap(([name, programs]) =>
    programs.map(({ pid }) => ({ name, pid })),
  );
  const each = await Promise.all(
    running.map(async ({ name, pid }) => ({
      memory: await memoryOf(pid),
      handles: (await readdir(`/proc/${pid}/fd`)).length,
      limit: await limitOf(name),
    })),
  );
  return {
    minute: (Date.now() - startedAt) / 60_000,
    memory: each.reduce((sum, { memory }) => sum + memory, 0),
    handles: each.reduce((sum, { handles }) => sum + handles, 0),
    shareOfLimit: Math.max(...each.map(({ memory, limit }) => memory / limit)),
  };
}

/** How much a value grows in a minute, by least squares. */
function slopeOf(samples: readonly Sample[], read: (sample: Sample) => number): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const minutes = mean(samples.map(({ minute }) => minute));
  const values = mean(samples.map(read));
  const covariance = mean(samples.map((sample) => (sample.minute - minutes) * (read(sample) - values)));
  return covariance / mean(samples.map(({ minute }) => (minute - minutes) ** 2));
}

const rounded = (number: number) => Math.round(number * 100) / 100;

/**
 * Mixed load for so long; what memory and handles do once the first third, in which everything warms up, is over. They are looked
 * at when all work of a round has ended: what is under way holds connections.
 */
export async function soak(fleet: FaultFleet, customer: Customer, minutes: number) {
  const startedAt = Date.now();
  const samples: Sample[] = [];
  while (Date.now() - startedAt < minutes * 60_000) {
    await customer.ingest(10);
    await customer.change(0.15);
    for (const namespaceId of ['local', 'remote'])
      await fleet.api.request('POST', '/v1/search', { namespaceId, query: `paragraph ${samples.length}` });
    await eventually(() => expectAllEnded(fleet, customer), waitTimeoutMs);
    samples.push(await takeSample(fleet, startedAt));
  }
  const warm = samples.slice(Math.floor(samples.length / 3));
  return {
    minutes,
    rounds: samples.length,
    memoryMb: rounded(warm.at(-1)?.memory ?? 0),
    memorySlopeMbPerMinute: rounded(slopeOf(warm, ({ memory }) => memory)),
    largestShareOfLimit: rounded(Math.max(...samples.map(({ shareOfLimit }) => shareOfLimit))),
    handleSlopePerMinute: rounded(slopeOf(warm, ({ handles }) => handles)),
    outboxEntries: await fleet.database.outboxEntry.count(),
  };
}
