import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboxJob } from '@docfleet/domain/outbox';
import { readClock } from '@docfleet/domain/schedule';
import { alive, enqueue, type Fleet, note, type Working } from './fleet.ts';
import { gateDatabase } from './gated-database.ts';
import type { QueueEntry } from './job-queue.ts';
import { send } from './requests.ts';
import { createPlayer, settle } from './stage.ts';
import { startWorker } from './workers.ts';

/** Most are quick; some are overtaken by whole lives of others. */
const paces = [10, 10, 10, 3, 0.5] as const;
const frozenPace = 0.2;
/** Lifetime of a lease that is not renewed, in milliseconds: decision 2. */
const leaseMs = 10_000;

const choosePace = ({ random }: Fleet) => paces[Math.floor(random() * paces.length)] ?? 1;

/** A client sends the next request. */
export function startRequest(fleet: Fleet): void {
  const request = fleet.waitingRequests.shift();
  if (!request) return;
  const { kind, externalId } = request;
  const player = createPlayer(`${kind} ${externalId} (${fleet.clients.length})`, choosePace(fleet), (line) =>
    note(fleet, line),
  );
  const client = { player, ended: false };
  fleet.clients.push(client);
  const from = fleet.clock;
  const done = fleet.done.get(externalId) ?? [];
  fleet.done.set(externalId, done);
  const runs = done.flatMap(({ kind, run }) => (kind !== 'cancel' && run ? [run] : []));
  const { namespace, outside, updateRuns } = fleet;
  const connection = {
    database: gateDatabase(fleet.database, player),
    namespace,
    page: outside.page,
    dispatch: outside.dispatch,
    chooseRun: () => runs[Math.floor(fleet.random() * runs.length)],
    updateRuns,
  };
  send(connection, request)
    .then((response) => {
      if (response) done.push({ kind, from, to: fleet.clock, ...response });
      fleet.log.push(`${player.name} answered ${JSON.stringify(response)}`);
    })
    .catch((error: unknown) => {
      fleet.failure ??= error;
    })
    .finally(() => {
      client.ended = true;
    });
}

/** A worker takes a job up. */
export function startJob(fleet: Fleet, entry: QueueEntry): void {
  entry.state = 'active';
  const name = `${entry.job.queue} ${fleet.workers.length}`;
  const player = createPlayer(name, choosePace(fleet), (line) => note(fleet, line));
  const started = startWorker(fleet.outside, player, entry.job);
  const worker: Working = { player, entry, ended: false, frozen: false, ...started };
  fleet.workers.push(worker);
  worker.outcome
    .then((outcome) => {
      fleet.log.push(`${name} ${outcome === 'done' ? outcome : `again in ${outcome.retryAfterMs} ms`}`);
      if (outcome === 'done') entry.state = 'finished';
      else fleet.queue.retry(entry, outcome.retryAfterMs);
    })
    .catch((error: unknown) => {
      fleet.failure ??= error;
    })
    .finally(() => {
      worker.ended = true;
    });
}

/** A worker shows that it is alive, and learns what it has lost. */
export async function renew(fleet: Fleet, worker: Working): Promise<void> {
  note(fleet, `${worker.player.name} renews`);
  await worker.leases.renew();
  await settle();
}

/** A process ends before its next step; its job goes back to the queue. */
export function die(fleet: Fleet, worker: Working): void {
  fleet.left.crashes -= 1;
  note(fleet, `${worker.player.name} dies`);
  worker.player.kill();
  fleet.queue.retry(worker.entry);
}

/** A process ends after its next step has taken effect, and before it learns of it. */
export async function dieAfterStep(fleet: Fleet, worker: Working): Promise<void> {
  fleet.left.crashes -= 1;
  await worker.player.waiting[0]?.take(true);
  fleet.queue.retry(worker.entry);
}

/** All processes are frozen until all leases have expired, then continue unaware of it. */
export async function freeze(fleet: Fleet): Promise<void> {
  fleet.left.freezes -= 1;
  note(fleet, 'a long freeze');
  await fleet.database.$executeRaw`
    UPDATE documents SET "leaseExpiresAt" = now() - interval '1 second'
    WHERE "namespaceId" = ${fleet.namespace.id}::uuid AND "leaseToken" IS NOT NULL`;
  for (const worker of alive(fleet)) {
    worker.frozen = true;
    worker.player.pace = frozenPace;
  }
}

/** Time passes, in which live workers renew their leases: those of dead workers expire, delays of jobs and rests of suspected documents end. */
async function passTime(fleet: Fleet, ms: number): Promise<void> {
  const before = await readClock(fleet.database);
  // The database's columns count milliseconds.
  await sleep(2);
  for (const worker of alive(fleet)) await worker.leases.renew();
  await settle();
  // The database's clock cannot be turned forward, so what is compared with it is moved back.
  await fleet.database.$executeRaw`
    UPDATE documents SET "crashedAt" = "crashedAt" - ${ms} * interval '1 millisecond',
      "leaseExpiresAt" = "leaseExpiresAt" - CASE
        WHEN "leaseExpiresAt" <= ${before}::timestamptz + ${leaseMs} * interval '1 millisecond' THEN ${ms} ELSE 0
      END * interval '1 millisecond'
    WHERE "namespaceId" = ${fleet.namespace.id}::uuid`;
  fleet.queue.passTime(ms);
}

/** Advances time until the leases of dead workers have expired. */
export async function expireDeadLeases(fleet: Fleet): Promise<void> {
  note(fleet, 'leases of the dead expire');
  await passTime(fleet, leaseMs + 1_000);
}

/** The time passes that a delayed job waits for. */
export async function waitFor(fleet: Fleet, { delayMs, job }: QueueEntry): Promise<void> {
  note(fleet, `${delayMs} ms pass until ${job.queue}`);
  await passTime(fleet, delayMs);
}

/** The scheduler enqueues what was left in the outbox; no source is read here. */
export async function relay(fleet: Fleet): Promise<void> {
  note(fleet, 'relay');
  const rows = await fleet.database.outboxEntry.findMany({ orderBy: { createdAt: 'asc' } });
  const jobs = rows.map(({ id, queue, payload }) => ({ ...(payload as object), id, queue }));
  enqueue(fleet, jobs.filter(({ queue }) => queue !== 'discover-source') as unknown as OutboxJob[]);
}
