import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObject,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { createFleetMetrics } from './fleet-metrics.ts';
import { createHttpMetrics, createProviderMetrics } from './provider-metrics.ts';
import { createJobMetrics, createWorkMetrics } from './work-metrics.ts';

/** Stores that take disk space: vectors and files of this machine, uploads under way, and the database. */
type DiskStore = 'vectors' | 'files' | 'spool' | 'database';

/** Metrics of the disk space of stores, and of deleted content that is still on it. */
function createStorageMetrics(registry: Registry) {
  const bytes = new Gauge({
    name: 'docfleet_disk_bytes',
    help: 'Space of a store: vectors (LANCEDB) and files (LOCAL) on the disk of the process, uploads under way (spool), and the database; measured every five minutes',
    labelNames: ['store'],
    registers: [registry],
  });
  const verifications = new Counter({
    name: 'docfleet_erasure_checks_total',
    help: "Checks of a LANCEDB table's bytes for deleted texts: clean, left where one was found, or unread where they do not lie on this machine",
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['clean', 'left', 'unread']) verifications.inc({ outcome }, 0);
  return {
    diskMeasured: (store: DiskStore, measured: number): void => bytes.set({ store }, measured),
    /** Counts a verification of a namespace's tables: the files that still held deleted data, and the stores that cannot be read here. */
    erasureVerified: ({ files, unread }: { files: number; unread: number }): void =>
      verifications.inc({ outcome: files > 0 ? 'left' : unread > 0 ? 'unread' : 'clean' }),
  };
}

/** Name, type, meaning and labels of a metric; the series of a histogram have the suffixes `_bucket`, `_sum` and `_count`. */
export interface MetricDescription {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

function describeMetric(metric: MetricObject): MetricDescription {
  // Its declaration forgets the names of labels, which every metric has.
  const { name, help, type, labelNames } = metric as MetricObject & { labelNames: readonly string[] };
  return { name, help, type: String(type), labels: labelNames };
}

/** The current values of a process, which another one may include in its own. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** Everything that a process counts, and the text that Prometheus reads. */
export interface Metrics
  extends ReturnType<typeof createHttpMetrics>,
    ReturnType<typeof createJobMetrics>,
    ReturnType<typeof createProviderMetrics>,
    ReturnType<typeof createWorkMetrics>,
    ReturnType<typeof createStorageMetrics>,
    ReturnType<typeof createFleetMetrics> {
  /** Runs `collect` before each scrape, for values that are measured on demand; it must not reject, nor take longer than a scrape may. */
  beforeScrape(collect: () => Promise<void>): void;
  /** Collects Node's own metrics of the process, from now on. */
  watchProcess(): void;
  /** Every metric that is registered. */
  describe(): readonly MetricDescription[];
  /** The current values, for another process to include. */
  read(): Promise<MetricValues>;
  /** Has the values of another process, of another service, in every scrape; `read` must not reject. */
  include(read: () => Promise<MetricValues>): void;
  /** The current values in Prometheus' text format. */
  scrape(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Makes the metrics of one process; every series carries the name of the service. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const collectors: (() => Promise<void>)[] = [];
  const others: (() => Promise<MetricValues>)[] = [];
  const read = async () => {
    await Promise.all(collectors.map((collect) => collect()));
    return registry.getMetricsAsJSON();
  };
  return {
    ...createHttpMetrics(registry),
    ...createJobMetrics(registry),
    ...createProviderMetrics(registry),
    ...createWorkMetrics(registry),
    ...createStorageMetrics(registry),
    ...createFleetMetrics(registry),
    beforeScrape: (collect) => void collectors.push(collect),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    describe: () => registry.getMetricsAsArray().map(describeMetric),
    read,
    include: (other) => void others.push(other),
    async scrape() {
      const values = await Promise.all([read, ...others].map((readValues) => readValues()));
      const all = others.length === 0 ? registry : AggregatorRegistry.aggregate(values);
      return { contentType: all.contentType, body: await all.metrics() };
    },
  };
}
