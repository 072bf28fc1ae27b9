import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@docfleet/errors';
import { presetEnvironment } from '@docfleet/runtime/config';
import { ensureModelFiles, type ModelSource } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { type WorkerData, type WorkToDo, workerReply } from './worker-messages.ts';

/** A model that computes in a thread of this process. */
export interface SentenceModel {
  /** One vector per text, in order, of no particular length. Rejects with the signal's reason once it is aborted, and computes no more of them. */
  embed(
    texts: readonly string[],
    purpose: 'query' | 'document',
    signal?: AbortSignal,
  ): Promise<Float32Array[]>;
  /**
   * Returns the similarity of each text to a query by late interaction, in order; higher is nearer. Rejects with the signal's reason once
   * it is aborted.
   */
  compare(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** More gain nothing for models as small as these. */
const maxThreads = 4;

interface Waiting {
  resolve(values: Float32Array): void;
  reject(error: unknown): void;
}

/** The program of the thread that computes, and how long it may be silent. */
interface Thread {
  readonly program: URL;
  /**
   * Milliseconds without a sign from a thread that has work, after which another takes its place: until its model is loaded, and for each
   * batch. Loading makes the graph at the first use. Threads of ONNX Runtime are known to wait for each other for ever, if rarely:
   * https://github.com/microsoft/onnxruntime/pull/22315
   */
  readonly maxSilenceMs: { readonly loading: number; readonly computing: number };
}

const defaultThread: Thread = {
  program: new URL('./worker.ts', import.meta.url),
  maxSilenceMs: { loading: 300_000, computing: 60_000 },
};
/** A silence is counted in parts, as a process that was held up itself has heard nothing either. */
const partsOfSilence = 4;

const broken = (reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', 'The local model has failed', { details: { reason } });

const settlerOf =
  (reply: { values: Float32Array } | { error: string }) =>
  ({ resolve, reject }: Waiting) => {
    if ('values' in reply) resolve(reply.values);
    else reject(broken(reply.error));
  };

type Unnumbered<Work> = Work extends unknown ? Omit<Work, 'id'> : never;

/** Calls back once a thread has given no sign for `maxMs`. */
function createWatch(onSilence: () => void) {
  let timer: NodeJS.Timeout | undefined;
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  return {
    stop,
    restart(maxMs: number): void {
      stop();
      let left = partsOfSilence;
      const count = () => {
        left -= 1;
        if (left > 0) return;
        stop();
        onSilence();
      };
      timer = setInterval(count, maxMs / partsOfSilence);
      timer.unref();
    },
  };
}

function openThread(data: WorkerData, program: URL): Worker {
  // ONNX Runtime would report to its maker which models are run, on which machine. Its library reads this when it is loaded; a thread's own
  // environment is a copy that it does not see.
  presetEnvironment('ORT_DISABLE_TELEMETRY', '1');
  const worker = new Worker(program, { workerData: data });
  worker.unref();
  return worker;
}

function startWorker(data: WorkerData, { program, maxSilenceMs }: Thread, onEnd: () => void) {
  const worker = openThread(data, program);
  const waiting = new Map<number, Waiting>();
  const watch = createWatch(() => {
    failAll('Its thread was silent');
    void worker.terminate();
  });
  let requests = 0;
  let silenceMs = maxSilenceMs.loading;
  let ended: string | undefined;

  function settle(id: number, act: (one: Waiting) => void): void {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) {
      watch.stop();
      // An idle model keeps no process from ending.
      worker.unref();
    }
    if (one) act(one);
  }
  function failAll(reason: string): void {
    if (ended !== undefined) return;
    ended = reason;
    onEnd();
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(broken(reason)));
  }
  worker.on('message', (message: unknown) => {
    const reply = workerReply.parse(message);
    silenceMs = maxSilenceMs.computing;
    if (waiting.size > 0) watch.restart(silenceMs);
    if (!('isAlive' in reply)) settle(reply.id, settlerOf(reply));
  });
  worker.on('error', (error) => failAll(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => failAll('Its thread has ended'));

  function send(work: Unnumbered<WorkToDo>, one: Waiting): number {
    const id = requests++;
    if (ended === undefined) {
      if (waiting.size === 0) watch.restart(silenceMs);
      waiting.set(id, one);
      worker.ref();
      worker.postMessage({ id, ...work });
    } else one.reject(broken(ended));
    return id;
  }
  function cancel(id: number, reason: unknown): void {
    worker.postMessage({ cancelled: id });
    settle(id, ({ reject }) => reject(reason));
  }
  return { send, cancel };
}

type Started = ReturnType<typeof startWorker>;

/** Has a thread do some work; rejects with the signal's reason once it is aborted. */
function request(
  { send, cancel }: Started,
  work: Unnumbered<WorkToDo>,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const { promise, ...settlers } = Promise.withResolvers<Float32Array>();
  const id = send(work, settlers);
  const stop = () => cancel(id, signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  return promise.finally(() => signal?.removeEventListener('abort', stop));
}

/** One thread for each model of a process, however many namespaces use it. */
const started = new Map<string, Promise<Started>>();

async function start(model: LocalModel, source: ModelSource, thread: Thread, key: string): Promise<Started> {
  const folder = await ensureModelFiles(model, source);
  const { dimensions, tokens, pooling, prefixes, reads, files, archive } = model;
  const threads = Math.min(maxThreads, availableParallelism());
  const data: WorkerData = {
    folder,
    model: { dimensions, tokens, pooling, prefixes, reads, files, ...(archive && { archive }) },
    threads,
  };
  return startWorker(data, thread, () => started.delete(key));
}

/** Opens a model; its files are looked for, and fetched, at the first use. A failure is tried anew by the next one. */
export function openSentenceModel(
  model: LocalModel,
  source: ModelSource,
  thread = defaultThread,
): SentenceModel {
  const key = [model.name, model.tokens, model.bundled ? '' : source.directory].join(' ');
  function running(): Promise<Started> {
    const known = started.get(key);
    if (known) return known;
    const starting = start(model, source, thread, key);
    started.set(key, starting);
    starting.catch(() => started.delete(key));
    return starting;
  }
  return {
    async embed(texts, purpose, signal) {
      const thread = await running();
      signal?.throwIfAborted();
      const joined = await request(thread, { texts: [...texts], purpose }, signal);
      return texts.map((_, index) => joined.slice(index * model.dimensions, (index + 1) * model.dimensions));
    },
    async compare(query, texts, signal) {
      const thread = await running();
      signal.throwIfAborted();
      return [...(await request(thread, { texts: [...texts], comparedWith: query }, signal))];
    },
  };
}
