import { runWhere } from '@docfleet/testing';
import { describe } from '@jest/globals';
import { findMissingPrograms, type SystemProgram } from '../../src/system-programs/run-program.ts';

const missing = await findMissingPrograms();

/** Describes what needs these programs; where one is missing its tests are skipped, and the reason is printed. */
export function describeWith(programs: readonly SystemProgram[], name: string, tests: () => void): void {
  const lacking = programs.filter((program) => missing.includes(program));
  runWhere(describe, lacking.length === 0, `${lacking.join(' and ')} is not installed`)(name, tests);
}
