import { readdir, readFile } from 'node:fs/promises';
import type { Customer } from '../customer.ts';
import type { FaultFleet } from '../fault-fleet.ts';

interface Sample {
  readonly minute: number;
  /** MB of all services together. */
  readonly memory: number;
  readonly handles: number;
}

async function memoryOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

async function takeSample({ services }: FaultFleet, startedAt: number): Promise<Sample> {
  const pids = [...services.processes().values()].flat().map(({ pid }) => pid);
  const memory = await Promise.all(pids.map(memoryOf));
  const handles = await Promise.all(pids.map(async (pid) => (await readdir(`/proc/${pid}/fd`)).length));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return { minute: (Date.now() - startedAt) / 60_000, memory: sum(memory), handles: sum(handles) };
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

/** Mixed load for so long; what memory and handles do once the first third, in which everything warms up, is over. */
export async function soak(fleet: FaultFleet, customer: Customer, minutes: number) {
  const startedAt = Date.now();
  const samples: Sample[] = [];
  while (Date.now() - startedAt < minutes * 60_000) {
    await customer.ingest(10);
    await customer.change(0.15);
    for (const namespaceId of ['local', 'remote'])
      await fleet.api.request('POST', '/v1/search', { namespaceId, query: `paragraph ${samples.length}` });
    samples.push(await takeSample(fleet, startedAt));
  }
  const warm = samples.slice(Math.floor(samples.length / 3));
  return {
    minutes,
    rounds: samples.length,
    memoryMb: rounded(warm.at(-1)?.memory ?? 0),
    memorySlopeMbPerMinute: rounded(slopeOf(warm, ({ memory }) => memory)),
    handleSlopePerMinute: rounded(slopeOf(warm, ({ handles }) => handles)),
    outboxEntries: await fleet.database.outboxEntry.count(),
  };
}
