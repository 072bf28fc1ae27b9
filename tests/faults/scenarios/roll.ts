import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, type Program, reserveFreePort } from '@docfleet/testing';
import { startBalancer } from '../balancer.ts';
import type { FaultFleet } from '../fault-fleet.ts';
import { type Read, startReaders } from '../readers.ts';

/** Time for which a gateway still gets requests after its removal from the service, before it is stopped: Kubernetes' `preStop`. */
export const preStopMs = 500;

export interface Rolled extends Read {
  readonly slowestExitMs: number;
  /** Processes that were cut because they did not end in time. */
  readonly cut: number;
}

/** Stops a process; returns how long that took, and whether its own deadline cut it. */
async function stopTimed(program: Program): Promise<{ exitMs: number; cut: boolean }> {
  const startedAt = Date.now();
  await program.stop();
  return { exitMs: Date.now() - startedAt, cut: program.printed().includes('did not close in time') };
}

/** Replaces gateways and workers by new processes, one after the other, while clients search and list through a balancer. */
export async function rollFleet(fleet: FaultFleet, rounds: number): Promise<Rolled> {
  const balancer = await startBalancer();

  async function startGateway(): Promise<{ url: string; program: Program }> {
    const PORT = String(await reserveFreePort());
    const program = await fleet.services.start('gateway', { PORT });
    return { url: `http://127.0.0.1:${PORT}`, program };
  }

  let current = await startGateway();
  balancer.upstreams.add(current.url);
  const readers = startReaders(createApiClient({ ...fleet.services, url: balancer.url }));
  const exits: Awaited<ReturnType<typeof stopTimed>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = await startGateway();
    balancer.upstreams.add(next.url);
    balancer.upstreams.delete(current.url);
    await pause(preStopMs);
    const [oldEmbedder] = fleet.services.processes().get('embedder') ?? [];
    await fleet.services.start('embedder');
    const stopping = [current.program, ...(oldEmbedder ? [oldEmbedder] : [])].map(stopTimed);
    exits.push(...(await Promise.all(stopping)));
    current = next;
  }
  const read = await readers.stop();
  await current.program.stop();
  await balancer.close();
  const slowestExitMs = Math.max(...exits.map(({ exitMs }) => exitMs));
  const cut = exits.filter((exit) => exit.cut).length;
  return { ...read, slowestExitMs, cut };
}
