import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Namespace, type OutboxJob, readClock } from '@docfleet/domain';
import type { VectorRecord } from '@docfleet/vector-store';
import { gateDatabase } from './gated-database.ts';
import { createJobQueue, type QueueEntry } from './job-queue.ts';
import type { Shelves } from './memory-stores.ts';
import { type Request, send } from './requests.ts';
import type { DoneRequest } from './serial-order.ts';
import { createPlayer, type Player, settle } from './stage.ts';
import { type Outside, type StartedWorker, startWorker } from './workers.ts';

/** What one interleaving is made of. */
export interface Script {
  readonly requests: readonly Request[];
  readonly page: string;
  /** How often a worker may die, freeze until its lease has expired, and a store fail for a moment. */
  readonly crashes: number;
  readonly freezes: number;
  readonly faults: number;
}

export interface Played {
  readonly done: ReadonlyMap<string, DoneRequest[]>;
  readonly vectors: ReadonlyMap<string, VectorRecord>;
  readonly files: ReadonlyMap<string, string>;
  readonly log: readonly string[];
}

interface Working extends StartedWorker {
  readonly player: Player;
  readonly entry: QueueEntry;
  ended: boolean;
  frozen: boolean;
}

const mostSteps = 5_000;

/** Plays a script to its end, one step of one player at a time, as `random` decides. */
export async function play(
  { database, namespace }: { database: Database; namespace: Namespace },
  script: Script,
  random: () => number,
): Promise<Played> {
  const log: string[] = [];
  let clock = 0;
  const note = (line: string) => {
    clock += 1;
    log.push(line);
  };
  const left = { crashes: script.crashes, freezes: script.freezes, faults: script.faults };
  const shelves: Shelves = {
    vectors: new Map(),
    files: new Map(),
    fault: () => left.faults > 0 && random() < 0.05 && (left.faults -= 1) >= 0,
  };
  const queue = createJobQueue();
  const enqueued = new Set<string>();
  const enqueue = (jobs: readonly OutboxJob[]) => {
    queue.add(jobs.filter(({ id }) => !enqueued.has(id)));
    for (const { id } of jobs) enqueued.add(id);
  };
  const outside: Outside = {
    database,
    shelves,
    page: script.page,
    // Now and then Redis is away, and the relay has to bring the jobs.
    dispatch: (jobs) => random() < 0.85 && enqueue(jobs),
  };

  const waitingRequests = [...script.requests];
  const clients: { player: Player; ended: boolean }[] = [];
  const workers: Working[] = [];
  const done = new Map<string, DoneRequest[]>();
  const updateRuns = new Set<string>();
  let failure: unknown;

  function startRequest(): void {
    const request = waitingRequests.shift();
    if (!request) return;
    const player = createPlayer(`${request.kind} ${request.externalId} (${clients.length})`, note);
    const client = { player, ended: false };
    clients.push(client);
    const from = clock;
    const of = done.get(request.externalId) ?? [];
    done.set(request.externalId, of);
    const runs = of.flatMap(({ kind, run }) => (kind !== 'cancel' && run ? [run] : []));
    const chooseRun = () => runs[Math.floor(random() * runs.length)];
    const gated = gateDatabase(database, player);
    send(
      { database: gated, namespace, page: script.page, dispatch: outside.dispatch, chooseRun, updateRuns },
      request,
    )
      .then((answer) => {
        if (answer) of.push({ kind: request.kind, from, to: clock, ...answer });
        log.push(`${player.name} answered ${JSON.stringify(answer)}`);
      })
      .catch((error: unknown) => (failure ??= error))
      .finally(() => (client.ended = true));
  }

  function startJob(entry: QueueEntry): void {
    entry.state = 'active';
    const player = createPlayer(`${entry.job.queue} ${workers.length}`, note);
    const worker: Working = {
      player,
      entry,
      ended: false,
      frozen: false,
      ...startWorker(outside, player, entry.job),
    };
    workers.push(worker);
    worker.outcome
      .then((outcome) => {
        log.push(`${player.name} ${outcome}`);
        if (outcome === 'again') queue.retry(entry);
        else entry.state = 'finished';
      })
      .catch((error: unknown) => (failure ??= error))
      .finally(() => (worker.ended = true));
  }

  /** Everybody is frozen until all leases have expired, then goes on without knowing. */
  async function freeze(): Promise<void> {
    left.freezes -= 1;
    note('a long freeze');
    await database.$executeRaw`
      UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second'
      WHERE "namespaceId" = ${namespace.id}::uuid AND "leaseToken" IS NOT NULL`;
    for (const worker of workers) if (!worker.ended && !worker.player.dead) worker.frozen = true;
  }

  async function relay(): Promise<void> {
    note('relay');
    const rows = await database.outboxEntry.findMany({ orderBy: { createdAt: 'asc' } });
    const jobs = rows.map(({ id, queue: name, payload }) => ({ ...(payload as object), id, queue: name }));
    enqueue(jobs.filter(({ queue: name }) => name !== 'discover-source') as unknown as OutboxJob[]);
  }

  function die(worker: Working): void {
    left.crashes -= 1;
    note(`${worker.player.name} dies`);
    worker.player.kill();
    queue.retry(worker.entry);
  }

  type Action = readonly [weight: number, act: () => Promise<void> | void];

  function choices(): Action[] {
    const alive = workers.filter((worker) => !worker.ended && !worker.player.dead);
    const players = [...clients.filter(({ ended }) => !ended), ...alive].map(({ player }) => player);
    const actions: Action[] = players.flatMap((player) =>
      player.waiting.map((turn): Action => [10, () => turn.take()]),
    );
    if (waitingRequests.length > 0 && clients.filter(({ ended }) => !ended).length < 3)
      actions.push([3, startRequest]);
    for (const entry of queue.inState('waiting')) actions.push([4, () => startJob(entry)]);
    for (const entry of queue.inState('finished')) actions.push([3, () => queue.remove(entry)]);
    for (const worker of alive) actions.push([0.5, renew(worker)]);
    const mortal = alive.filter((worker) => !worker.frozen && worker.player.waiting.length > 0);
    if (left.crashes > 0)
      for (const worker of mortal) {
        actions.push([0.15, () => die(worker)]);
        actions.push([0.15, () => dieAfterStep(worker)]);
      }
    if (left.freezes > 0 && mortal.length > 0) actions.push([0.3, freeze]);
    if (actions.length > 0 && workers.some(({ player }) => player.dead)) actions.push([0.3, expireOfDead]);
    if (actions.length > 0) actions.push([0.2, relay]);
    return actions;
  }

  const renew = (worker: Working) => async () => {
    note(`${worker.player.name} renews`);
    await worker.leases.renew();
    await settle();
  };
  async function dieAfterStep(worker: Working): Promise<void> {
    left.crashes -= 1;
    await worker.player.waiting[0]?.take(true);
    queue.retry(worker.entry);
  }
  /** Ten seconds pass, in which those who live renew their leases. */
  async function expireOfDead(): Promise<void> {
    note('leases of the dead expire');
    const before = await readClock(database);
    // The database's columns count milliseconds.
    await sleep(2);
    for (const worker of workers) if (!worker.ended && !worker.player.dead) await worker.leases.renew();
    await settle();
    await database.$executeRaw`
      UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second'
      WHERE "namespaceId" = ${namespace.id}::uuid AND "leaseExpiresAt" <= ${before}::timestamptz + interval '10 seconds'`;
  }

  async function step(): Promise<boolean> {
    const actions = choices();
    if (actions.length === 0) return false;
    let place = random() * actions.reduce((sum, [weight]) => sum + weight, 0);
    const [, act] = actions.find(([weight]) => (place -= weight) <= 0) ?? (actions[0] as Action);
    await act();
    await settle();
    return true;
  }

  for (let steps = 0; ; steps += 1) {
    if (failure) throw Object.assign(failure as Error, { log });
    if (steps > mostSteps) throw Object.assign(new Error('It does not come to an end'), { log });
    if (await step()) continue;
    await expireOfDead();
    const before = enqueued.size;
    await relay();
    if (enqueued.size === before && queue.size === 0) break;
  }
  return { done, vectors: shelves.vectors, files: shelves.files, log };
}
