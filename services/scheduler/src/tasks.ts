import {
  findChangedNamespaces,
  findForgottenDocuments,
  findForgottenMetadata,
  findReembeddingNamespaces,
  findUnpurgedDocuments,
  findUnpurgedNamespaces,
  relayOutbox,
  removeAuditEvents,
  removeExpiredConversions,
  removeExpiredRequests,
  rollUpCounts,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Task } from '@docfleet/service';
import type { SchedulerSettings } from './config.ts';

const relayEveryMs = 1_000;
const refillEveryMs = 1_000;
const rollUpEveryMs = 1_000;
const reconcileEveryMs = 15_000;
const maintainEveryMs = 60_000;
const forgetEveryMs = 600_000;
const dayMs = 86_400_000;

/** What is kept for a time only. */
function forgettingTasks({ database }: Resources, { AUDIT_RETENTION_DAYS }: SchedulerSettings): Task[] {
  return [
    {
      name: 'forget-idempotency-keys',
      everyMs: forgetEveryMs,
      run: async () => void (await removeExpiredRequests(database)),
    },
    {
      name: 'forget-audit-events',
      everyMs: forgetEveryMs,
      async run() {
        await removeAuditEvents(database, new Date(Date.now() - AUDIT_RETENTION_DAYS * dayMs));
      },
    },
  ];
}

/** What keeps the fleet going when something was lost, and clears away what nobody needs. */
export function schedulerTasks(resources: Resources, settings: SchedulerSettings): Task[] {
  const { database, intake, producer, logger } = resources;
  return [
    ...forgettingTasks(resources, settings),
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
      name: 'reconcile-metadata',
      everyMs: reconcileEveryMs,
      run: async () => producer.add(await findForgottenMetadata(database)),
    },
    {
      name: 'reconcile-deletions',
      everyMs: reconcileEveryMs,
      run: async () => producer.add(await findUnpurgedDocuments(database)),
    },
    {
      name: 'reconcile-namespaces',
      everyMs: reconcileEveryMs,
      async run() {
        await producer.add(await findUnpurgedNamespaces(database));
        await producer.add(await findReembeddingNamespaces(database));
      },
    },
    {
      name: 'remove-expired-conversions',
      everyMs: reconcileEveryMs,
      async run() {
        await removeExpiredConversions(database);
      },
    },
    {
      name: 'maintain-vector-stores',
      everyMs: maintainEveryMs,
      run: async () => producer.add(await findChangedNamespaces(database, 2 * maintainEveryMs)),
    },
  ];
}
