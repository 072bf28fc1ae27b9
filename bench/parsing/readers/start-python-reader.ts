import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunningReader } from './reading.ts';

const script = fileURLToPath(new URL('peers.py', import.meta.url));
const deadlineMs = 300_000;

/** Libraries of Python that are compared where they are installed: `BENCH_PYTHON` is the interpreter that has them. */
export const pythonReaders: readonly string[] = ['markitdown', 'pymupdf4llm'];

/** Starts a reader in Python in a process of its own; after a file that takes too long, in another one. */
export function startPythonReader(name: string): RunningReader {
  const start = () => {
    const child = spawn(process.env['BENCH_PYTHON'] ?? 'python3', [script, name], {
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
