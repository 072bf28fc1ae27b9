import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@docfleet/errors';
import { presetEnvironment } from '@docfleet/runtime/config';
import { ensureModelFiles, type ModelSource } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { type WorkerData, type WorkToDo, workerReply } from './worker-messages.ts';

/** A model that computes in a thread of this process. */
export interface SentenceModel {
  /** One vector per text, in order, of no particular length. */
  embed(texts: readonly string[], purpose: 'query' | 'document'): Promise<Float32Array[]>;
  /** How near each text is to a query by late interaction, in order; higher is nearer. Rejects with the signal's reason once it is aborted. */
  compare(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** More gain nothing for models as small as these. */
const maxThreads = 4;

interface Waiting {
  resolve(values: Float32Array): void;
  reject(error: unknown): void;
}

const broken = (reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', 'The local model has failed', { details: { reason } });

type Unnumbered<Work> = Work extends unknown ? Omit<Work, 'id'> : never;

function startWorker(data: WorkerData, onEnd: () => void) {
  // ONNX Runtime would report to its maker which models are run, on which machine. Its library reads this when it is loaded; a thread's own
  // environment is a copy that it does not see.
  presetEnvironment('ORT_DISABLE_TELEMETRY', '1');
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
  const waiting = new Map<number, Waiting>();
  let requests = 0;

  function settle(id: number, act: (one: Waiting) => void): void {
    const one = waiting.get(id);
    waiting.delete(id);
    // An idle model keeps no process from ending.
    if (waiting.size === 0) worker.unref();
    if (one) act(one);
  }
  function failAll(reason: string): void {
    onEnd();
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(broken(reason)));
  }
  worker.on('message', (message: unknown) => {
    const reply = workerReply.parse(message);
    settle(reply.id, ({ resolve, reject }) => {
      if ('values' in reply) resolve(reply.values);
      else reject(broken(reply.error));
    });
  });
  worker.on('error', (error) => failAll(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => failAll('Its thread has ended'));
  worker.unref();

  return (work: Unnumbered<WorkToDo>, signal?: AbortSignal): Promise<Float32Array> => {
    const { promise, ...settlers } = Promise.withResolvers<Float32Array>();
    const id = requests++;
    waiting.set(id, settlers);
    worker.ref();
    worker.postMessage({ id, ...work });
    const cancel = () => {
      worker.postMessage({ cancelled: id });
      settle(id, ({ reject }) => reject(signal?.reason));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  };
}

type Started = ReturnType<typeof startWorker>;

/** One thread for each model of a process, however many namespaces use it. */
const started = new Map<string, Promise<Started>>();

async function start(model: LocalModel, source: ModelSource, key: string): Promise<Started> {
  const folder = await ensureModelFiles(model, source);
  const { dimensions, tokens, pooling, prefixes, reads, files, archive } = model;
  const threads = Math.min(maxThreads, availableParallelism());
  const data: WorkerData = {
    folder,
    model: { dimensions, tokens, pooling, prefixes, reads, files, ...(archive && { archive }) },
    threads,
  };
  return startWorker(data, () => started.delete(key));
}

/** Opens a model; its files are looked for, and fetched, at the first use. A failure is tried anew by the next one. */
export function openSentenceModel(model: LocalModel, source: ModelSource): SentenceModel {
  const key = [model.name, model.tokens, model.bundled ? '' : source.directory].join(' ');
  function running(): Promise<Started> {
    const known = started.get(key);
    if (known) return known;
    const starting = start(model, source, key);
    started.set(key, starting);
    starting.catch(() => started.delete(key));
    return starting;
  }
  return {
    async embed(texts, purpose) {
      const send = await running();
      const joined = await send({ texts: [...texts], purpose });
      return texts.map((_, index) => joined.slice(index * model.dimensions, (index + 1) * model.dimensions));
    },
    async compare(query, texts, signal) {
      const send = await running();
      signal.throwIfAborted();
      return [...(await send({ texts: [...texts], comparedWith: query }, signal))];
    },
  };
}
