import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { QdrantRefusal, refusalOf } from './refusal.ts';

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface QdrantEngine {
  /** Runs an operation on a collection; rejects with a QdrantRefusal. */
  run(collection: string, operation: string, body: unknown): Promise<unknown>;
  /** Kills the engine as a power cut would, and starts one in its place on what lies on the disk. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const stoppedMessage = 'Service temporarily unavailable: the server is being restarted';

interface EngineProcess {
  run: QdrantEngine['run'];
  kill(): Promise<void>;
}

function startProcess(python: string, folder: string): EngineProcess {
  const script = fileURLToPath(new URL('./engine.py', import.meta.url));
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (reply: Omit<Reply, 'id'>) => void>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.stdin.on('error', () => undefined); // Requests to an engine that has ended are rejected below.
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true;
      for (const answer of waiting.values()) answer({ error: stoppedMessage });
      resolve();
    });
  });
  return {
    async run(collection, operation, body) {
      last += 1;
      const id = last;
      const { promise, resolve } = Promise.withResolvers<Omit<Reply, 'id'>>();
      if (hasEnded) resolve({ error: stoppedMessage });
      else waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, collection, operation, body })}\n`);
      const { result, error } = await promise;
      if (error === stoppedMessage) throw new QdrantRefusal(503, error);
      if (error !== undefined) throw refusalOf(error);
      return result;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts Qdrant's engine in a process of Python, with its files in a folder of its own. */
export async function startEngine(python: string): Promise<QdrantEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'qdrant-'));
  const made = new Map<string, unknown>();
  let current = startProcess(python, folder);
  return {
    async run(collection, operation, body) {
      const result = await current.run(collection, operation, body);
      if (operation === 'create') made.set(collection, result);
      return result;
    },
    async restart() {
      await current.kill();
      const next = startProcess(python, folder);
      for (const [collection, path] of made) await next.run(collection, 'load', path);
      current = next;
    },
    async close() {
      await current.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
