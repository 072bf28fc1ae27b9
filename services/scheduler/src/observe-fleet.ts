import { queuesOf } from '@docfleet/api/extension';
import {
  findSilentDocuments,
  type NamespaceBacklog,
  readBacklogs,
  readOutbox,
} from '@docfleet/domain/monitoring';
import { readAllStored } from '@docfleet/domain/quota';
import { AppError } from '@docfleet/errors';
import { localFilesDirectory } from '@docfleet/file-store';
import { measureFolder, type Resources } from '@docfleet/pipeline/resources';
import {
  allQueues,
  openQueueMonitor,
  type QueueLevel,
  type QueueMonitor,
  secondsOfWork,
} from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import type { BacklogClass, FleetState, QueueState } from '@docfleet/runtime/metrics';
import type { Scope, Task } from '@docfleet/runtime/service';
import { localVectorFolders } from '@docfleet/vector-store';

const everyMs = 300_000;

/** Measures the disk space of the stores, so that operators can compare it with the stored amounts. */
export const measureDiskTask = ({ database, metrics, providerSettings }: Resources): Task => ({
  name: 'measure-disk',
  everyMs,
  async run(stopping) {
    const folders = {
      vectors: localVectorFolders(providerSettings.operatorSettings),
      files: [localFilesDirectory(providerSettings.operatorSettings)],
    } as const;
    for (const store of ['vectors', 'files'] as const) {
      let bytes: number | undefined;
      for (const folder of folders[store]) {
        const measured = await measureFolder(folder, stopping);
        if (measured !== undefined) bytes = (bytes ?? 0) + measured;
      }
      if (bytes !== undefined) metrics.diskMeasured(store, bytes);
    }
    const [row] = await database.$queryRaw<{ bytes: bigint }[]>`
      SELECT pg_database_size(current_database()) AS bytes`;
    if (row) metrics.diskMeasured('database', Number(row.bytes));
  },
});

/** Several who scrape at about the same time see the same. */
const usuallyFreshForMs = 5_000;
/** Prometheus itself waits for ten seconds. */
const deadlineMs = 5_000;
const maxStuck = 100;

/** Classes of namespaces by their backlog, with the most documents that one has. */
const backlogClasses = [
  ['1-99', 99],
  ['100-9999', 9_999],
  ['10000-999999', 999_999],
  ['1000000-', Number.POSITIVE_INFINITY],
] as const;

/** Estimates the number of documents that come from the backlogs into each queue, from the oldest of each backlog. */
export function divideBacklogs(backlogs: readonly NamespaceBacklog[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { documents, queues } of backlogs)
    for (const queue of queues) shares.set(queue, (shares.get(queue) ?? 0) + documents / queues.length);
  return shares;
}

/** Namespaces and documents of each class, those without any included. */
export function classifyBacklogs(backlogs: readonly NamespaceBacklog[]): BacklogClass[] {
  const classOf = ({ documents }: NamespaceBacklog) =>
    backlogClasses.find(([, most]) => documents <= most)?.[0];
  const groups = Map.groupBy(backlogs, classOf);
  return backlogClasses.map(([namespaceClass]) => {
    const members = groups.get(namespaceClass) ?? [];
    const documents = members.reduce((sum, member) => sum + member.documents, 0);
    return { namespaceClass, namespaces: members.length, documents };
  });
}

/** Returns what the metrics say of a queue and of the documents that are still to come into it. */
function queueState(queue: string, level: QueueLevel, backlogDocuments: number): QueueState {
  const { waiting, prioritized, active, delayed, due, failed, oldestSeconds } = level;
  const backlog = Math.round(backlogDocuments);
  const jobs = { waiting, prioritized, active, delayed, due, failed, backlog };
  return { queue, jobs, oldestSeconds, secondsOfWork: secondsOfWork(level, backlog) };
}

async function readFleet({ database }: Resources, monitor: QueueMonitor): Promise<FleetState> {
  const names = [...allQueues, ...queuesOf(extensions)].map(({ name }) => name);
  const [levels, backlogs, outbox, silent, stored] = await Promise.all([
    monitor.read(names),
    readBacklogs(database),
    readOutbox(database),
    findSilentDocuments(database),
    readAllStored(database),
  ]);
  const shares = divideBacklogs(backlogs);
  const missing = await monitor.findMissing(silent);
  return {
    queues: [...levels].map(([queue, level]) => queueState(queue, level, shares.get(queue) ?? 0)),
    backlogs: classifyBacklogs(backlogs),
    outbox,
    stored,
    stuckDocuments: Math.min(missing.length, maxStuck),
  };
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError('SERVICE_UNAVAILABLE', 'PostgreSQL or Redis did not answer in time')),
    deadlineMs,
  );
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * Has the metrics of what the whole fleet shares read before each scrape, here and nowhere else. Several schedulers report the same: of
 * their numbers take the highest.
 */
export function observeFleet(scope: Scope, resources: Resources, freshForMs = usuallyFreshForMs): void {
  const { logger, metrics, queueConnection } = resources;
  const monitor = scope.defer(openQueueMonitor(queueConnection), (opened) => opened.close());
  let reading: Promise<void> | undefined;
  let freshUntil = 0;

  async function read(): Promise<void> {
    const state = readFleet(resources, monitor);
    // It is handled below, or after the end of the scrape.
    state.catch(() => undefined);
    try {
      metrics.fleetRead(await within(state));
      freshUntil = Date.now() + freshForMs;
    } catch (error) {
      metrics.fleetUnknown();
      logger.warn({ error }, 'the state of the fleet is unknown to its metrics');
    }
  }

  metrics.beforeScrape(async () => {
    if (Date.now() < freshUntil) return;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  });
}
