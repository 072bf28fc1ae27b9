import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the Python SDK. */
export const pythonPackage = join(import.meta.dirname, '../../packages/clients/sdk-python');

const modules = 'httpx, pydantic, pytest, typing_extensions';
export const noPython = `no Python with ${modules}: set DOCFLEET_PYTHON, or run python3 -m venv .venv && .venv/bin/pip install '.[dev]' in packages/clients/sdk-python`;

/** A Python that can run the SDK's tests: the one that DOCFLEET_PYTHON names, the package's own environment, or the machine's. */
export function findPython(): string | undefined {
  const candidates = [process.env['DOCFLEET_PYTHON'], join(pythonPackage, '.venv/bin/python'), 'python3'];
  return candidates.find(
    (program) =>
      program !== undefined &&
      (!program.startsWith('/') || existsSync(program)) &&
      spawnSync(program, ['-c', `import ${modules}`]).status === 0,
  );
}
