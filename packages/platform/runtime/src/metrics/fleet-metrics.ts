import { Gauge, type Registry } from 'prom-client';

/** State of a queue. */
export interface QueueState {
  readonly queue: string;
  /** Jobs by state; `backlog` are documents in PostgreSQL that will come into it. */
  readonly jobs: Readonly<
    Record<'waiting' | 'prioritized' | 'active' | 'delayed' | 'due' | 'failed' | 'backlog', number>
  >;
  readonly oldestSeconds: number;
  readonly secondsOfWork: number;
}

/** Number of namespaces whose backlog is in one range of sizes, and the documents that wait in all of them. */
export interface BacklogClass {
  readonly namespaceClass: string;
  readonly namespaces: number;
  readonly documents: number;
}

/** State of the whole fleet, as one process reads it from Redis and PostgreSQL. */
export interface FleetState {
  readonly queues: readonly QueueState[];
  readonly backlogs: readonly BacklogClass[];
  readonly outbox: { readonly entries: number; readonly lagSeconds: number };
  readonly stuckDocuments: number;
  /** Totals of all organizations, by unit. */
  readonly stored: Readonly<Record<'documents' | 'bytes' | 'chunks' | 'pages', number>>;
}

function createQueueGauges(registers: Registry[]) {
  const jobs = new Gauge({
    name: 'docfleet_queue_jobs',
    help: 'Jobs by state: waiting, prioritized, active, delayed, due (delayed until now), failed (kept for inspection), and backlog: documents in PostgreSQL not admitted yet',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'docfleet_queue_oldest_job_seconds',
    help: 'Age of the oldest waiting job, at the ends of a queue or in a worker that waits for a slot; 0 when none waits',
    labelNames: ['queue'],
    registers,
  });
  const work = new Gauge({
    name: 'docfleet_queue_seconds_of_work',
    help: 'Seconds in which one replica would empty the queue: waiting, prioritized, active, due and backlog jobs, and those delayed by up to a minute, times the mean seconds of its last jobs; all that is delayed by more counts as one job',
    labelNames: ['queue'],
    registers,
  });
  return { jobs, oldest, work };
}

function createDatabaseGauges(registers: Registry[]) {
  const backlogDocuments = new Gauge({
    name: 'docfleet_backlog_documents',
    help: 'Documents that wait for admission, by how many of them the namespace has',
    labelNames: ['namespace_class'],
    registers,
  });
  const backlogNamespaces = new Gauge({
    name: 'docfleet_backlog_namespaces',
    help: 'Namespaces with a backlog, by its size in documents',
    labelNames: ['namespace_class'],
    registers,
  });
  const outboxEntries = new Gauge({
    name: 'docfleet_outbox_entries',
    help: 'Jobs committed and not in their queue yet, counted to 10,000',
    registers,
  });
  const outboxLag = new Gauge({
    name: 'docfleet_outbox_lag_seconds',
    help: 'Age of the oldest of them; 0 without one',
    registers,
  });
  const stuck = new Gauge({
    name: 'docfleet_stuck_documents',
    help: 'Documents in no end state without a lease or a queued job for two minutes, counted to 100. Must be 0',
    registers,
  });
  const stored = new Gauge({
    name: 'docfleet_stored_amount',
    help: 'Documents, bytes of files and texts, chunks, and OCR pages of all organizations, as quotas count them',
    labelNames: ['unit'],
    registers,
  });
  return { backlogDocuments, backlogNamespaces, outboxEntries, outboxLag, stuck, stored };
}

export function createFleetMetrics(registry: Registry) {
  const { jobs, oldest, work } = createQueueGauges([registry]);
  const database = createDatabaseGauges([registry]);
  const { backlogDocuments, backlogNamespaces, outboxEntries, outboxLag, stuck, stored } = database;
  const labeled = [jobs, oldest, work, backlogDocuments, backlogNamespaces, stored];
  const single = [outboxEntries, outboxLag, stuck];
  const forget = () => {
    for (const gauge of labeled) gauge.reset();
    // Gauges without labels would begin with a 0 that was never measured.
    for (const gauge of single) gauge.remove();
  };
  forget();

  return {
    fleetRead({ queues, backlogs, outbox, stuckDocuments, stored: amounts }: FleetState): void {
      for (const [unit, amount] of Object.entries(amounts)) stored.set({ unit }, amount);
      for (const { queue, jobs: counts, oldestSeconds, secondsOfWork } of queues) {
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
        oldest.set({ queue }, oldestSeconds);
        work.set({ queue }, secondsOfWork);
      }
      for (const { namespaceClass, namespaces, documents } of backlogs) {
        backlogNamespaces.set({ namespace_class: namespaceClass }, namespaces);
        backlogDocuments.set({ namespace_class: namespaceClass }, documents);
      }
      outboxEntries.set(outbox.entries);
      outboxLag.set(outbox.lagSeconds);
      stuck.set(stuckDocuments);
    },
    /** Clears all gauges when the state could not be read: an old number would be taken for a new one. */
    fleetUnknown: forget,
  };
}
