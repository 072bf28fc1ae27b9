import {
  findChangedNamespaces,
  findForgottenDocuments,
  findUnpurgedNamespaces,
  relayOutbox,
  rollUpCounts,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Task } from './repeat.ts';

const relayEveryMs = 1_000;
const refillEveryMs = 1_000;
const rollUpEveryMs = 1_000;
const reconcileEveryMs = 15_000;
const maintainEveryMs = 60_000;

/** What keeps the fleet going when something was lost. */
export function schedulerTasks({ database, intake, producer, logger }: Resources): Task[] {
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
      name: 'refill-windows',
      everyMs: refillEveryMs,
      async run() {
        const documents = await intake.refillAll();
        if (documents > 0) logger.debug({ documents }, 'documents were let in from backlogs');
      },
    },
    { name: 'roll-up-counts', everyMs: rollUpEveryMs, run: async () => void (await rollUpCounts(database)) },
    {
      name: 'reconcile-documents',
      everyMs: reconcileEveryMs,
      async run() {
        for await (const jobs of findForgottenDocuments(database)) await producer.add(jobs);
      },
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
