import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

const pythonConfig = z.object({ DOCFLEET_PYTHON: z.string().optional() });

/** Returns a Python that can import these modules: the one that DOCFLEET_PYTHON names, or the machine's; undefined where neither can. */
export function findPython(modules: readonly string[]): string | undefined {
  const { DOCFLEET_PYTHON: named } = readConfig(pythonConfig);
  return [named, 'python3'].find(
    (program) =>
      program !== undefined &&
      (!program.startsWith('/') || existsSync(program)) &&
      spawnSync(program, ['-c', `import ${modules.join(', ')}`]).status === 0,
  );
}
