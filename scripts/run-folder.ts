import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder that holds all temporary files of a run of tests. */
export interface RunFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Waits until its input ends, which is when the run has ended in any way, and removes the folder as soon as the servers in it have stopped. */
const removeAfterRun =
  'cat > /dev/null; for delay in 0 1 2 4 8 16 32; do sleep $delay; rm -rf "$0" 2> /dev/null; [ -e "$0" ] || exit; done';

/** Creates the folder. It is removed even when this process is killed. */
export function openRunFolder(): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'docfleet-tests-'));
  chmodSync(path, 0o755); // PostgreSQL may run as another user.
  const remover = spawn('/bin/sh', ['-c', removeAfterRun, path], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  remover.on('error', () => undefined); // Without a shell, only a run that ends by itself removes it.
  remover.unref();
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}
