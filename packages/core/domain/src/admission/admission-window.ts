import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@docfleet/database';
import type { Logger } from '@docfleet/runtime/logging';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import type { Quotas } from '../quota/quotas.ts';
import { createAdmission, type WindowAdmission } from './admission.ts';
import { admitBacklog } from './admit.ts';
import type { Window } from './admit-together.ts';
import { findBacklogs } from './backlogs.ts';
import { readLoad } from './load.ts';

/**
 * Limits how many documents of a namespace are queued or in progress. The rest waits as BACKLOG in PostgreSQL, so that Redis stays small
 * and namespaces do not delay each other.
 */
export interface AdmissionWindow extends WindowAdmission, Window {
  /** Reports that a document of the namespace has finished; documents of its backlog are admitted shortly after. */
  refill(namespaceId: string): void;
  /** Fills the windows of all namespaces; returns the number of admitted documents. */
  refillAll(): Promise<number>;
  /** Resolves when no admission is in progress. */
  drain(): Promise<void>;
}

/** Documents that end at about the same time are replaced together. */
const gatherMs = 50;
const namespacesAtOnce = 100;

/** Opens the way in; `windowSize` is in documents. */
export function createAdmissionWindow({
  database,
  dispatcher,
  logger,
  windowSize,
  quotas,
}: {
  database: Database;
  dispatcher: Dispatcher;
  logger: Logger;
  windowSize: number;
  quotas?: Quotas;
}): AdmissionWindow {
  const ended = new Set<string>();
  // The caller's request finished a document; it did not request the admitted ones, whose jobs must not inherit its context.
  const outsideOfContext = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function refill(namespaceIds: readonly string[]): Promise<number> {
    const jobs = await admitBacklog(database, windowSize, namespaceIds);
    dispatcher.dispatch(jobs);
    return jobs.length;
  }

  async function refillEnded(): Promise<void> {
    timer = undefined;
    const namespaceIds = [...ended];
    ended.clear();
    await refill(namespaceIds).catch((error: unknown) =>
      logger.warn({ error }, 'the backlog waits for the scheduler'),
    );
  }

  return {
    windowSize,
    quotas,
    ...createAdmission(windowSize, (namespaceId) => readLoad(database, namespaceId, windowSize)),
    refill(namespaceId) {
      ended.add(namespaceId);
      timer ??= setTimeout(() => {
        running = running.then(() => outsideOfContext(refillEnded));
      }, gatherMs).unref();
    },
    async refillAll() {
      const waiting = await findBacklogs(database);
      let admitted = 0;
      while (waiting.length > 0) admitted += await refill(waiting.splice(0, namespacesAtOnce));
      return admitted;
    },
    async drain() {
      clearTimeout(timer);
      await running;
    },
  };
}
