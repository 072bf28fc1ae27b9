import {
  closeAbandonedRuns,
  correctSchedules,
  findChangedNamespaces,
  findForgottenDocuments,
  findForgottenRuns,
  findUnpurgedNamespaces,
  readClock,
  relayOutbox,
  runDueJobs,
  syncDueDocuments,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Task } from './repeat.ts';

const relayEveryMs = 1_000;
const reconcileEveryMs = 15_000;
const maintainEveryMs = 60_000;
const scheduleEveryMs = 10_000;
const correctEveryMs = 600_000;

/** What keeps the fleet going when something was lost. */
export function schedulerTasks({ database, producer, dispatcher, logger }: Resources): Task[] {
  return [
    {
      name: 'relay-outbox',
      everyMs: relayEveryMs,
      async run() {
        const jobs = await relayOutbox(database, producer);
        if (jobs > 0) logger.info({ jobs }, 'jobs left in the outbox were enqueued');
      },
    },
    {
      name: 'reconcile-documents',
      everyMs: reconcileEveryMs,
      async run() {
        for await (const jobs of findForgottenDocuments(database)) await producer.add(jobs);
      },
    },
    {
      name: 'reconcile-runs',
      everyMs: reconcileEveryMs,
      async run() {
        await closeAbandonedRuns(database);
        await producer.add(await findForgottenRuns(database));
      },
    },
    {
      name: 'run-due-jobs',
      everyMs: scheduleEveryMs,
      async run() {
        for await (const jobs of runDueJobs(database, await readClock(database))) {
          dispatcher.dispatch(jobs);
          await dispatcher.drain();
          logger.info({ runs: jobs.length }, 'scheduled jobs were started');
        }
      },
    },
    {
      name: 'sync-due-documents',
      everyMs: scheduleEveryMs,
      async run() {
        for await (const jobs of syncDueDocuments(database, await readClock(database))) {
          dispatcher.dispatch(jobs);
          await dispatcher.drain();
          logger.info({ documents: jobs.length }, 'scheduled documents are resynced');
        }
      },
    },
    {
      name: 'correct-schedules',
      everyMs: correctEveryMs,
      run: async () => correctSchedules(database, await readClock(database)),
    },
    {
      name: 'reconcile-namespaces',
      everyMs: reconcileEveryMs,
      run: async () => producer.add(await findUnpurgedNamespaces(database)),
    },
    {
      name: 'maintain-vector-stores',
      everyMs: maintainEveryMs,
      run: async () => producer.add(await findChangedNamespaces(database, 2 * maintainEveryMs)),
    },
  ];
}
