import type { VectorRecord } from '@docfleet/vector-store';
import {
  die,
  dieAfterStep,
  expireDeadLeases,
  freeze,
  relay,
  renew,
  startJob,
  startRequest,
  waitFor,
} from './events.ts';
import { alive, createFleet, type Fleet, type Place, type Script, type Working } from './fleet.ts';
import type { DoneRequest } from './serial-order.ts';
import { settle } from './stage.ts';

export interface Played {
  readonly done: ReadonlyMap<string, DoneRequest[]>;
  readonly vectors: ReadonlyMap<string, VectorRecord>;
  readonly files: ReadonlyMap<string, string>;
  readonly log: readonly string[];
}

const maxSteps = 5_000;
const maxRequestsAtOnce = 3;

/** Something that may happen next, and how often it does compared with the others. */
type Choice = readonly [weight: number, happen: () => Promise<void> | void];

/** Between its last look at its lease and the removal: no store lets a removal depend on a lease. */
const isRemoving = ({ player }: Working) =>
  player.name.startsWith('clean-document') &&
  player.waiting.some(({ what }) => what.startsWith('vectors.remove'));

/** Returns the mishaps that may happen next, with their weights. */
function mishaps(fleet: Fleet): Choice[] {
  const mortal = alive(fleet).filter((worker) => !worker.frozen && worker.player.waiting.length > 0);
  const choices: Choice[] = [];
  if (fleet.left.crashes > 0)
    for (const worker of mortal)
      choices.push([0.15, () => die(fleet, worker)], [0.15, () => dieAfterStep(fleet, worker)]);
  if (fleet.left.freezes > 0 && mortal.length > 0 && !mortal.some(isRemoving))
    choices.push([0.3, () => freeze(fleet)]);
  return choices;
}

/** All that may happen next; nothing when all known work is done. */
function choicesOf(fleet: Fleet): Choice[] {
  const { clients, queue, waitingRequests, workers } = fleet;
  const asking = clients.filter((client) => !client.ended);
  const working = alive(fleet);
  const turns = [...asking, ...working].flatMap(({ player }) =>
    player.waiting.map((turn): Choice => [player.pace, () => turn.take()]),
  );
  const choices: Choice[] = [
    ...turns,
    ...queue.inState('waiting').map((entry): Choice => [4, () => startJob(fleet, entry)]),
    ...queue.inState('delayed').map((entry): Choice => [4, () => waitFor(fleet, entry)]),
    ...queue.inState('finished').map((entry): Choice => [3, () => queue.remove(entry)]),
    ...working.filter((worker) => !worker.frozen).map((worker): Choice => [0.3, () => renew(fleet, worker)]),
    ...mishaps(fleet),
  ];
  if (waitingRequests.length > 0 && asking.length < maxRequestsAtOnce)
    choices.push([3, () => startRequest(fleet)]);
  if (choices.length === 0) return [];
  if (workers.some(({ player }) => player.dead)) choices.push([0.3, () => expireDeadLeases(fleet)]);
  choices.push([0.2, () => relay(fleet)]);
  return choices;
}

/** Lets one thing happen; false when nothing is left to. */
async function step(fleet: Fleet): Promise<boolean> {
  const choices = choicesOf(fleet);
  let place = fleet.random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, happen] of choices) {
    place -= weight;
    if (place > 0) continue;
    await happen();
    await settle();
    return true;
  }
  return false;
}

/** Time passes and the relay looks once more; false when neither brought anything. */
async function wakeUp(fleet: Fleet): Promise<boolean> {
  const before = fleet.enqueued.size;
  await expireDeadLeases(fleet);
  await relay(fleet);
  return fleet.enqueued.size > before || fleet.queue.size > 0;
}

/** Throws what broke the play, with what happened until then. */
function throwIfBroken({ failure, log }: Fleet): void {
  if (failure) throw Object.assign(failure as Error, { log });
}

/** Plays a script to its end, one step of one player at a time, as `random` decides. */
export async function play(place: Place, script: Script, random: () => number): Promise<Played> {
  const fleet = createFleet(place, script, random);
  for (let steps = 0; (await step(fleet)) || (await wakeUp(fleet)); steps += 1) {
    throwIfBroken(fleet);
    if (steps > maxSteps) fleet.failure = new Error('It does not come to an end');
  }
  throwIfBroken(fleet);
  const { done, log, shelves } = fleet;
  return { done, vectors: shelves.vectors, files: shelves.files, log };
}
