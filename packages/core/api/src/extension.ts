import type { Resources } from '@docfleet/pipeline/resources';
import { type Handler, type PayloadOf, type QueueDefinition, startWorker } from '@docfleet/queues';
import type { Scope, Task } from '@docfleet/runtime/service';
import type { ApiContext, JobContext } from './context.ts';
import type { Route } from './route.ts';

type WorkerContext = JobContext & Pick<Resources, 'workerOptions'>;

/** A queue of an extension and what consumes it. */
interface Job {
  readonly queue: string;
  startWorker(context: WorkerContext): ReturnType<typeof startWorker>;
}

/** A feature beside the core, which knows nothing of it: an import rule holds that. */
export interface Extension {
  readonly name: string;
  /** Served by the gateway. */
  readonly routes: readonly Route<ApiContext>[];
  /** Consumed by the embedder. */
  readonly jobs?: readonly Job[];
  /** Repeated by the scheduler. */
  readonly tasks?: (resources: Pick<Resources, 'database' | 'producer'>) => readonly Task[];
}

/** Declares an extension. To add one: write its package, then name it in `packages/extensions/registry`. */
export const defineExtension = (extension: Extension): Extension => extension;

/** Declares the handler of a queue, and how many of its jobs a process works on at once. */
export const defineJob = <Queue extends QueueDefinition>(
  queue: Queue,
  {
    concurrency,
    handler,
  }: { readonly concurrency: number; handler(context: JobContext): Handler<PayloadOf<Queue>> },
): Job => ({
  queue: queue.name,
  startWorker: (context) => startWorker(queue, handler(context), { ...context.workerOptions, concurrency }),
});

/** Starts the workers of extensions; they are closed with the scope. */
export function startJobs(scope: Scope, extensions: readonly Extension[], context: WorkerContext): void {
  const jobs = extensions.flatMap((extension) => extension.jobs ?? []);
  const workers = jobs.map((job) => job.startWorker(context));
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
