import type { Resources } from '@docfleet/pipeline/resources';
import {
  type Handler,
  type PayloadOf,
  type QueueDefinition,
  startWorker,
  type WorkerOptions,
} from '@docfleet/queues';
import type { Scope, Task } from '@docfleet/runtime/service';
import type { ApiContext, JobContexts } from './context.ts';
import type { Route } from './route.ts';

type WithOptions<Context> = Context & { readonly workerOptions: WorkerOptions };

/** A queue of an extension and what consumes it. */
interface Job<Context> {
  readonly queue: Pick<QueueDefinition, 'name' | 'description'>;
  startWorker(context: WithOptions<Context>): ReturnType<typeof startWorker>;
}

type Jobs = { readonly [Service in keyof JobContexts]?: readonly Job<JobContexts[Service]>[] };

/** A feature beside the core, which knows nothing of it: an import rule holds that. */
export interface Extension {
  readonly name: string;
  /** Served by the gateway. */
  readonly routes: readonly Route<ApiContext>[];
  /** Tables that no code but its own names. Their rows go with their namespace or organization, by foreign keys. */
  readonly tables?: readonly string[];
  /** Consumed by the named services. */
  readonly jobs?: Jobs;
  /** Repeated by the scheduler. */
  readonly tasks?: (resources: Pick<Resources, 'database' | 'producer'>) => readonly Task[];
}

/** Declares an extension. To add one: write its package, then name it in `packages/extensions/registry`. */
export const defineExtension = (extension: Extension): Extension => extension;

/** Declares the handler of a queue; `concurrency` is how many of its jobs a process works on at once where the usual number does not fit. */
export const defineJob = <Queue extends QueueDefinition, Context>(
  queue: Queue,
  {
    handler,
    ...own
  }: { readonly concurrency?: number; handler(context: Context): Handler<PayloadOf<Queue>> },
): Job<Context> => ({
  queue,
  startWorker: (context) => startWorker(queue, handler(context), { ...context.workerOptions, ...own }),
});

/** Returns the jobs of extensions that a service consumes. */
export const jobsOf = <Service extends keyof JobContexts>(
  extensions: readonly Extension[],
  service: Service,
): readonly Job<JobContexts[Service]>[] => extensions.flatMap(({ jobs }) => jobs?.[service] ?? []);

/** Returns the queues of extensions. */
export const queuesOf = (extensions: readonly Extension[]): readonly Job<never>['queue'][] =>
  extensions.flatMap(({ jobs = {} }) =>
    Object.values(jobs).flatMap((list) => list.map(({ queue }) => queue)),
  );

/** Starts workers of extensions; they are closed with the scope. */
export function startJobs<Context>(
  scope: Scope,
  jobs: readonly Job<Context>[],
  context: WithOptions<Context>,
): void {
  const workers = jobs.map((job) => job.startWorker(context));
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
