import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunningReader } from './reading.ts';
import { pythonReaders, startPythonReader } from './start-python-reader.ts';

const script = fileURLToPath(new URL('child.ts', import.meta.url));
const deadlineMs = 120_000;

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
