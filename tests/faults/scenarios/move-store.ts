import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom, eventually, type ServiceName } from '@docfleet/testing';
import { expect } from '@jest/globals';
import type { FaultFleet } from '../fault-fleet.ts';

const name = 'remote';
const moveTimeoutMs = 240_000;
const lookAgainMs = 10;
/** Beyond 1 lies the time in which the previous store is still searched, and emptied. */
const maxShare = 1.2;
const maxPauseMs = 12_000;
const victims: readonly ServiceName[] = ['embedder', 'embedder', 'scheduler'];

const namespaceOf = ({ database }: FaultFleet) =>
  database.namespace.findFirstOrThrow({
    where: { name },
    select: { id: true, generation: true, previousConfigs: true },
  });

/** The share of documents whose vectors are in the new store, and whether the previous one is still there. */
async function progressOf(fleet: FaultFleet) {
  const { id: namespaceId, generation, previousConfigs } = await namespaceOf(fleet);
  const live = { namespaceId, liveKey: { not: null } };
  const [moved, all] = await Promise.all([
    fleet.database.document.count({ where: { ...live, generation } }),
    fleet.database.document.count({ where: live }),
  ]);
  return { share: moved / all, isMoving: previousConfigs !== null };
}

/** Waits until a move has come so far, or is over; returns its share. */
async function waitForShare(fleet: FaultFleet, target: number): Promise<number> {
  for (;;) {
    const { share, isMoving } = await progressOf(fleet);
    if (share >= Math.min(target, 1) || !isMoving) return share;
    await pause(lookAgainMs);
  }
}

async function move({ api }: FaultFleet, vectorStorageConfig: object): Promise<void> {
  const { status, body } = await api.request('PATCH', `/v1/namespaces/${name}`, { vectorStorageConfig });
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Result of moves between stores whose workers were killed. */
export interface KilledMoves {
  readonly moves: number;
  /** Kills while some of the documents were in the new store, and others not. */
  readonly killsBetween: number;
}

/**
 * Moves a namespace between the stores in turn and kills what moves it at random moments, so often in all; ends when the last move
 * is over, in the store of the beginning.
 */
export async function killWhileMoving(fleet: FaultFleet, kills: number, seed: number): Promise<KilledMoves> {
  const random = createSeededRandom(seed);
  const { vectorStorageConfig } = fleet.vendors.configs;
  let [done, moves, killsBetween] = [0, 0, 0];
  for (; done < kills || moves % 2 === 1; moves += 1) {
    await move(fleet, moves % 2 === 0 ? fleet.store.config : vectorStorageConfig);
    while (done < kills && (await progressOf(fleet)).isMoving) {
      const target = random() * maxShare;
      const share = await waitForShare(fleet, target);
      if (target > 1) await pause(random() * maxPauseMs);
      if (share > 0 && share < 1) killsBetween += 1;
      await fleet.replace(victims[done % victims.length] ?? 'embedder');
      done += 1;
    }
    await eventually(
      async () => expect((await namespaceOf(fleet)).previousConfigs).toBeNull(),
      moveTimeoutMs,
    );
  }
  return { moves, killsBetween };
}
