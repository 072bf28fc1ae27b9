import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, type Program, reserveFreePort } from '@docfleet/testing';
import { startBalancer } from '../balancer.ts';
import type { FaultFleet } from '../fault-fleet.ts';

/** So long a gateway still gets requests after it was taken out, and lives on before it is told to stop: Kubernetes' `preStop`. */
const preStopMs = 500;
const clients = 4;

export interface Rolled {
  readonly requests: number;
  /** Answers that were no success. */
  readonly refused: number;
  readonly slowestExitMs: number;
  /** Of the slowest hundredth of requests, the fastest. */
  readonly p99Ms: number;
}

async function timeExit(program: Program): Promise<number> {
  const startedAt = Date.now();
  await program.stop();
  return Date.now() - startedAt;
}

/** Replaces gateways and workers by new processes, one after the other, while clients search and list through a balancer. */
export async function rollFleet(fleet: FaultFleet, rounds: number): Promise<Rolled> {
  const balancer = await startBalancer();
  const api = createApiClient({ ...fleet.services, url: balancer.url });
  const took: number[] = [];
  let [refused, rolling] = [0, true];
  const bodies = [
    ['/v1/search', { namespaceId: 'local', query: 'paragraph' }],
    ['/v1/documents', { namespaceId: 'remote', filterConfig: {} }],
  ] as const;
  const client = async () => {
    for (let turn = 0; rolling; turn += 1) {
      const [path, body] = bodies[turn % bodies.length] ?? bodies[0];
      const startedAt = Date.now();
      const answer = await api.request('POST', path, body).catch(() => undefined);
      took.push(Date.now() - startedAt);
      if (answer?.status !== 200) refused += 1;
      await pause(20);
    }
  };

  async function startGateway(): Promise<{ url: string; program: Program }> {
    const PORT = String(await reserveFreePort());
    const program = await fleet.services.start('gateway', { PORT });
    return { url: `http://127.0.0.1:${PORT}`, program };
  }

  let current = await startGateway();
  balancer.upstreams.add(current.url);
  const serving = Promise.all(Array.from({ length: clients }, client));
  let slowestExitMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const next = await startGateway();
    balancer.upstreams.add(next.url);
    balancer.upstreams.delete(current.url);
    await pause(preStopMs);
    const [oldEmbedder] = fleet.services.processes().get('embedder') ?? [];
    await fleet.services.start('embedder');
    const exits = [current.program, ...(oldEmbedder ? [oldEmbedder] : [])].map(timeExit);
    slowestExitMs = Math.max(slowestExitMs, ...(await Promise.all(exits)));
    current = next;
  }
  rolling = false;
  await serving;
  await current.program.stop();
  await balancer.close();
  const p99Ms = took.toSorted((one, other) => one - other)[Math.floor(0.99 * took.length)] ?? 0;
  return { requests: took.length, refused, slowestExitMs, p99Ms };
}
