import { setTimeout as pause } from 'node:timers/promises';
import type { FaultFleet } from '../fault-fleet.ts';

/** One of two embedders stands still for longer than its leases and locks last, and then goes on with what others have taken over. */
export async function stopEmbedder(fleet: FaultFleet, forMs: number): Promise<void> {
  const [zombie] = fleet.services.processes().get('embedder') ?? [];
  if (!zombie) throw new Error('no embedder runs');
  const other = await fleet.services.start('embedder');
  process.kill(zombie.pid, 'SIGSTOP');
  await pause(forMs);
  process.kill(zombie.pid, 'SIGCONT');
  // It has time to try what it was about to do.
  await pause(2_000);
  await other.stop();
}
