import { removeAuditEvents } from '@docfleet/domain/audit-event';
import {
  findDueWatches,
  findIdleTokens,
  removeExpiredAuthorizations,
  removeExpiredSelections,
} from '@docfleet/domain/connection';
import { removeExpiredConversions } from '@docfleet/domain/conversion';
import {
  findStalledCleanings,
  findStalledDocuments,
  findStalledMetadata,
  findUnpurgedDocuments,
  rollUpCounts,
  syncDueDocuments,
} from '@docfleet/domain/document';
import { removeExpiredRequests } from '@docfleet/domain/idempotency';
import { runDueJobs, runRequestedJobs } from '@docfleet/domain/ingest';
import {
  findChangedNamespaces,
  findNextNamespaces,
  findOutdatedKeywords,
  findReembeddingNamespaces,
  findUnpurgedNamespaces,
} from '@docfleet/domain/namespace';
import { relayOutbox } from '@docfleet/domain/outbox';
import { rollUpStorage } from '@docfleet/domain/quota';
import { closeAbandonedRuns, findStalledRuns } from '@docfleet/domain/run';
import { correctSchedules, readClock } from '@docfleet/domain/schedule';
import {
  removeOldActivity,
  removeOldModelUsage,
  rollUpActivity,
  rollUpModelUsage,
} from '@docfleet/domain/usage';
import type { Resources } from '@docfleet/pipeline/resources';
import { extensions } from '@docfleet/registry';
import { notificationConfig } from '@docfleet/runtime/config';
import type { Task } from '@docfleet/runtime/service';
import { z } from 'zod';
import { measureDiskTask } from './observe-fleet.ts';

/** The scheduler's own settings. */
export const schedulerSettings = {
  ...notificationConfig,
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .positive()
    .default(365)
    .describe('Days after which an event of the audit trail is removed'),
};

export type SchedulerSettings = z.output<z.ZodObject<typeof schedulerSettings>>;

const relayEveryMs = 1_000;
const refillEveryMs = 1_000;
const rollUpEveryMs = 1_000;
const reconcileEveryMs = 15_000;
const maintainEveryMs = 60_000;
/** Namespaces whose stores are looked into by each round, beside those that changed. */
const lookedAtOnce = 500;
const scheduleEveryMs = 2_000;
const watchEveryMs = 5_000;
const renewIdleEveryMs = 600_000;
const correctEveryMs = 600_000;
const forgetEveryMs = 600_000;
const dayMs = 86_400_000;

/** Tasks that delete expired rows. */
function forgettingTasks({ database }: Resources, { AUDIT_RETENTION_DAYS }: SchedulerSettings): Task[] {
  return [
    {
      name: 'forget-idempotency-keys',
      everyMs: forgetEveryMs,
      run: async () => void (await removeExpiredRequests(database)),
    },
    {
      name: 'forget-authorizations',
      everyMs: forgetEveryMs,
      run: async () => void (await removeExpiredAuthorizations(database)),
    },
    {
      name: 'forget-selections',
      everyMs: forgetEveryMs,
      run: async () => void (await removeExpiredSelections(database)),
    },
    {
      name: 'forget-audit-events',
      everyMs: forgetEveryMs,
      async run() {
        await removeAuditEvents(database, new Date(Date.now() - AUDIT_RETENTION_DAYS * dayMs));
      },
    },
    {
      name: 'forget-activity',
      everyMs: forgetEveryMs,
      run: async () => void (await removeOldActivity(database)),
    },
    {
      name: 'forget-model-usage',
      everyMs: forgetEveryMs,
      run: async () => void (await removeOldModelUsage(database)),
    },
  ];
}

/** Tasks that run at set times, by the database's clock. */
function clockTasks({ database, dispatcher, admissionWindow, logger }: Resources): Task[] {
  return [
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
      name: 'run-requested-jobs',
      everyMs: scheduleEveryMs,
      async run() {
        for await (const jobs of runRequestedJobs(database)) {
          dispatcher.dispatch(jobs);
          await dispatcher.drain();
          logger.info({ runs: jobs.length }, 'jobs were started because a vendor reported changes');
        }
      },
    },
    {
      name: 'sync-due-documents',
      everyMs: scheduleEveryMs,
      async run() {
        for await (const jobs of syncDueDocuments(database, await readClock(database), admissionWindow)) {
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
  ];
}

/** Tasks that keep queues filled and counts short. */
function upkeepTasks(resources: Resources): Task[] {
  const { database, admissionWindow, producer, logger } = resources;
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
        const documents = await admissionWindow.refillAll();
        if (documents > 0) logger.debug({ documents }, 'documents were admitted from backlogs');
      },
    },
    {
      name: 'roll-up-storage',
      everyMs: rollUpEveryMs,
      run: async () => void (await rollUpStorage(database)),
    },
    { name: 'roll-up-counts', everyMs: rollUpEveryMs, run: async () => void (await rollUpCounts(database)) },
    {
      name: 'roll-up-activity',
      everyMs: rollUpEveryMs,
      run: async () => void (await rollUpActivity(database)),
    },
    {
      name: 'roll-up-model-usage',
      everyMs: rollUpEveryMs,
      run: async () => void (await rollUpModelUsage(database)),
    },
    measureDiskTask(resources),
  ];
}

/** Tasks that renew vendors' notification channels and idle grants. */
const channelTasks = ({ database, producer }: Resources, settings: SchedulerSettings): Task[] => [
  {
    name: 'renew-channels',
    everyMs: watchEveryMs,
    async run() {
      const isWanted = settings.NOTIFICATION_URL !== undefined;
      await producer.add(await findDueWatches(database, { isWanted }));
    },
  },
  {
    name: 'renew-idle-tokens',
    everyMs: renewIdleEveryMs,
    run: async () => producer.add(await findIdleTokens(database)),
  },
];

/** Has the stores of all namespaces looked into in turn, whether anything changed in them or not. */
function lookIntoVectorStores({ database, producer }: Resources): Task {
  let after: string | undefined;
  return {
    name: 'look-into-vector-stores',
    everyMs: maintainEveryMs,
    async run() {
      const { jobs, last } = await findNextNamespaces(database, after, lookedAtOnce);
      after = last;
      await producer.add(jobs);
    },
  };
}

/** Returns all tasks of the scheduler. */
export function schedulerTasks(resources: Resources, settings: SchedulerSettings): Task[] {
  const { database, producer } = resources;
  return [
    ...forgettingTasks(resources, settings),
    ...clockTasks(resources),
    ...upkeepTasks(resources),
    ...extensions.flatMap((extension) => extension.tasks?.(resources) ?? []),
    ...channelTasks(resources, settings),
    {
      name: 'reconcile-documents',
      everyMs: reconcileEveryMs,
      async run() {
        for await (const jobs of findStalledDocuments(database)) await producer.add(jobs);
      },
    },
    {
      name: 'reconcile-runs',
      everyMs: reconcileEveryMs,
      async run() {
        await closeAbandonedRuns(database);
        await producer.add(await findStalledRuns(database));
      },
    },
    {
      name: 'reconcile-metadata',
      everyMs: reconcileEveryMs,
      run: async () => producer.add(await findStalledMetadata(database)),
    },
    {
      name: 'reconcile-cleanings',
      everyMs: reconcileEveryMs,
      async run() {
        for await (const jobs of findStalledCleanings(database)) await producer.add(jobs);
      },
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
        await producer.add(await findOutdatedKeywords(database));
      },
    },
    {
      name: 'remove-expired-conversions',
      everyMs: reconcileEveryMs,
      run: async () => void (await removeExpiredConversions(database)),
    },
    {
      name: 'maintain-vector-stores',
      everyMs: maintainEveryMs,
      run: async () => producer.add(await findChangedNamespaces(database, 2 * maintainEveryMs)),
    },
    lookIntoVectorStores(resources),
  ];
}
