import type { Database } from '@docfleet/domain/database';
import type { Namespace } from '@docfleet/domain/namespace';
import type { OutboxJob } from '@docfleet/domain/outbox';
import { createJobQueue, type JobQueue, type QueueEntry } from './job-queue.ts';
import type { Shelves } from './memory-stores.ts';
import type { Request } from './requests.ts';
import type { DoneRequest } from './serial-order.ts';
import type { Player } from './stage.ts';
import type { Outside, StartedWorker } from './workers.ts';

/** Requests and mishaps of one interleaving. */
export interface Script {
  readonly requests: readonly Request[];
  readonly page: string;
  /** Maximum number of deaths of a worker, of freezes until all leases have expired, and of temporary failures of a store. */
  readonly crashes: number;
  readonly freezes: number;
  readonly faults: number;
}

export interface Place {
  readonly database: Database;
  readonly namespace: Namespace;
}

export interface Working extends StartedWorker {
  readonly player: Player;
  readonly entry: QueueEntry;
  ended: boolean;
  /** Its lease has expired and it does not know. Such a process does not die as well: its writes would be unknown. */
  frozen: boolean;
}

/** All that an interleaving changes while it is played. */
export interface Fleet extends Place {
  readonly script: Script;
  readonly random: () => number;
  readonly log: string[];
  /** Counts the steps; requests are ordered by it. */
  clock: number;
  readonly left: { crashes: number; freezes: number; faults: number };
  readonly shelves: Shelves;
  readonly queue: JobQueue;
  /** Ids of outbox entries that have reached the queue. */
  readonly enqueued: Set<string>;
  readonly outside: Outside;
  readonly waitingRequests: Request[];
  readonly clients: { readonly player: Player; ended: boolean }[];
  readonly workers: Working[];
  readonly done: Map<string, DoneRequest[]>;
  readonly updateRuns: Set<string>;
  /** Error of the play itself; undefined without one. */
  failure: unknown;
}

/** Writes down what happens, and that time went on. */
export function note(fleet: Fleet, line: string): void {
  fleet.clock += 1;
  fleet.log.push(line);
}

/** Brings jobs into the queue that have not been there yet. */
export function enqueue({ queue, enqueued }: Fleet, jobs: readonly OutboxJob[]): void {
  queue.add(jobs.filter(({ id }) => !enqueued.has(id)));
  for (const { id } of jobs) enqueued.add(id);
}

export const alive = ({ workers }: Fleet): Working[] =>
  workers.filter((worker) => !worker.ended && !worker.player.dead);

/** Sets the stage for a script. */
export function createFleet(place: Place, script: Script, random: () => number): Fleet {
  const { crashes, freezes, faults } = script;
  const left = { crashes, freezes, faults };
  const shelves: Shelves = {
    vectors: new Map(),
    files: new Map(),
    fault() {
      if (left.faults === 0 || random() > 0.05) return false;
      left.faults -= 1;
      return true;
    },
  };
  const fleet: Fleet = {
    ...place,
    script,
    random,
    log: [],
    clock: 0,
    left,
    shelves,
    queue: createJobQueue(),
    enqueued: new Set(),
    outside: {
      database: place.database,
      shelves,
      page: script.page,
      dispatch(jobs) {
        // Now and then Redis is unavailable, and the relay has to bring the jobs.
        if (random() < 0.85) enqueue(fleet, jobs);
      },
    },
    waitingRequests: [...script.requests],
    clients: [],
    workers: [],
    done: new Map(),
    updateRuns: new Set(),
    failure: undefined,
  };
  return fleet;
}
