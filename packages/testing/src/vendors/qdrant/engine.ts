import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { refusalOf } from './refusal.ts';

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface QdrantEngine {
  /** Runs an operation on a collection; rejects with a QdrantRefusal. */
  run(collection: string, operation: string, body: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts Qdrant's engine in a process of Python, with its files in a folder of its own. */
export async function startEngine(python: string): Promise<QdrantEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'qdrant-'));
  const script = fileURLToPath(new URL('./engine.py', import.meta.url));
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  let ended = '';
  child.once('exit', (code, signal) => {
    ended = `the engine of Qdrant has ended (${signal ?? code})`;
    for (const [id, settle] of waiting) settle({ id, error: ended });
    waiting.clear();
  });
  // The end of the process says it to all that wait.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return {
    async run(collection, operation, body) {
      last += 1;
      const id = last;
      if (ended) throw refusalOf(ended);
      const { promise, resolve } = Promise.withResolvers<Reply>();
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, collection, operation, body })}\n`);
      const { result, error } = await promise;
      if (error !== undefined) throw refusalOf(error);
      return result;
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      child.once('exit', () => resolve());
      if (child.kill('SIGKILL')) await promise;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
