import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Result of a reader for a file, with its time and memory. */
export interface Reading {
  readonly markdown?: string;
  readonly failure?: string;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Of the reader's process, since it began. */
  readonly peakMegabytes: number;
}

export interface RunningReader {
  read(path: string): Promise<Reading>;
  close(): void;
}

const script = fileURLToPath(new URL('child.ts', import.meta.url));
const deadlineMs = 120_000;

const pythonScript = fileURLToPath(new URL('peers.py', import.meta.url));

/** Libraries of Python that are compared where they are installed: `BENCH_PYTHON` is the interpreter that has them. */
export const pythonReaders: readonly string[] = ['markitdown', 'pymupdf4llm'];

/** Starts a reader in Python in a process of its own; after a file that takes too long, in another one. */
function startPythonReader(name: string): RunningReader {
  const start = () => {
    const child = spawn(process.env['BENCH_PYTHON'] ?? 'python3', [pythonScript, name], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return { child, lines: createInterface({ input: child.stdout }) };
  };
  let { child, lines } = start();
  return {
    async read(path) {
      const signal = AbortSignal.timeout(deadlineMs);
      const ended = once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error(`${name} has crashed or is not installed`)),
      );
      child.stdin.write(`${path}\n`);
      try {
        const [line] = await Promise.race([once(lines, 'line', { signal }), ended]);
        return JSON.parse(line);
      } catch (error) {
        child.kill();
        ({ child, lines } = start());
        throw error;
      }
    },
    close: () => child.stdin.end(),
  };
}

/** Starts a reader in a process of its own; after a file that takes too long, in another one, as its answer would be taken for the next file's. */
export function startReader(name: string): RunningReader {
  if (pythonReaders.includes(name)) return startPythonReader(name);
  const start = (): ChildProcess =>
    fork(script, [name], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).setMaxListeners(0);
  let child = start();
  return {
    async read(path) {
      const signal = AbortSignal.timeout(deadlineMs);
      const ended = once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error(`${name} has crashed`)),
      );
      child.send(path);
      try {
        const [reading] = await Promise.race([once(child, 'message', { signal }), ended]);
        return reading;
      } catch (error) {
        child.kill();
        child = start();
        throw error;
      }
    },
    close: () => child.disconnect(),
  };
}
