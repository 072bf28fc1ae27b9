/** Runs jest in native ESM with the arguments given. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to the exit code of jest, which gets every signal that reaches us. */
export async function runJest(args: readonly string[]): Promise<number> {
  const jest = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
    { stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => jest.kill(signal));
  const [code] = await once(jest, 'exit');
  return code ?? 1;
}

if (import.meta.main) process.exitCode = await runJest(process.argv.slice(2));
