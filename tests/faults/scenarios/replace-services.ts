import { setTimeout as pause } from 'node:timers/promises';
import { eventually, reserveFreePort, type ServiceName } from '@docfleet/testing';
import type { Balancer } from '../balancer.ts';
import type { FaultFleet } from '../fault-fleet.ts';
import { preStopMs } from './roll.ts';

/** The order of docs/guides/upgrade.md. */
const order: readonly ServiceName[] = [
  'scheduler',
  'scraper',
  'parser',
  'embedder',
  'webhook-dispatcher',
  'gateway',
];
const readyWithinMs = 120_000;

/** Starts a process of a service and returns its address when it says that it is ready. */
async function startReady({ services }: FaultFleet, service: ServiceName, checkout: string): Promise<string> {
  const [port, internalPort] = [await reserveFreePort(), await reserveFreePort()];
  const settings = { PORT: String(port), INTERNAL_PORT: String(internalPort) };
  const program = await services.start(service, settings, checkout);
  await eventually(async () => {
    if (program.hasEnded()) throw new Error(`${service} ended: ${program.printed()}`);
    const { status } = await fetch(`http://127.0.0.1:${internalPort}/health/ready`);
    if (status !== 200) throw new Error(`${service} is not ready: ${status}`);
  }, readyWithinMs);
  return `http://127.0.0.1:${port}`;
}

/**
 * Puts the services of a checkout in the place of those that run, one after the other, each beside its forerunner for a while. The
 * balancer's gateways are replaced last. Returns the longest that a process took to stop.
 */
export async function replaceServices(
  fleet: FaultFleet,
  { balancer, checkout, sideBySideMs }: { balancer: Balancer; checkout: string; sideBySideMs: number },
): Promise<number> {
  let slowestExitMs = 0;
  for (const service of order) {
    const forerunners = fleet.services.processes().get(service) ?? [];
    const upstreams = [...balancer.upstreams];
    const url = await startReady(fleet, service, checkout);
    if (service === 'gateway') balancer.upstreams.add(url);
    await pause(sideBySideMs);
    if (service === 'gateway') {
      for (const upstream of upstreams) balancer.upstreams.delete(upstream);
      await pause(preStopMs);
    }
    const stoppedAt = Date.now();
    await Promise.all(forerunners.map((program) => program.stop()));
    slowestExitMs = Math.max(slowestExitMs, Date.now() - stoppedAt);
  }
  return slowestExitMs;
}
