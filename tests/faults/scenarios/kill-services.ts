import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom, type ServiceName } from '@docfleet/testing';
import type { FaultFleet } from '../fault-fleet.ts';

const victims: readonly ServiceName[] = [
  'embedder',
  'gateway',
  'embedder',
  'webhook-dispatcher',
  'embedder',
  'scheduler',
];

/** Kills services at random moments, the embedder most often; each is started again at once. Returns how often each was killed. */
export async function killServices(
  fleet: FaultFleet,
  kills: number,
  seed: number,
): Promise<Record<string, number>> {
  const random = createSeededRandom(seed);
  const killed: Record<string, number> = {};
  for (let index = 0; index < kills; index += 1) {
    await pause(random() * 1_500);
    const service = victims[index % victims.length] as ServiceName;
    await fleet.replace(service);
    killed[service] = (killed[service] ?? 0) + 1;
  }
  return killed;
}

/** A power cut: everything dies at once, PostgreSQL, Redis and the server of vectors too, and restarts. */
export async function killEverything(fleet: FaultFleet, afterMs: number): Promise<void> {
  await pause(afterMs);
  const running = [...fleet.services.processes()].flatMap(([service, programs]) =>
    programs.map((program) => ({ service, program })),
  );
  const servers = [fleet.redis.kill(), fleet.postgres.kill(), fleet.store.server?.kill()];
  await Promise.all(running.map(({ program }) => program.kill()));
  await Promise.all([...servers, ...running.map(({ service }) => fleet.services.start(service))]);
}
