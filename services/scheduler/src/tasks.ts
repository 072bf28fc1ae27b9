import {
  findChangedNamespaces,
  findForgottenDocuments,
  findUnpurgedNamespaces,
  relayOutbox,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Task } from '@docfleet/service';

const relayEveryMs = 1_000;
const reconcileEveryMs = 15_000;
const maintainEveryMs = 60_000;

/** What keeps the fleet going when something was lost. */
export function schedulerTasks({ database, producer, logger }: Resources): Task[] {
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
