import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Evaluate } from './evaluate.ts';
import { inFolder } from './in-folder.ts';

const deadlineMs = 60_000;

/** Evaluates in a program that runs a module and prints. */
export function inProgram(program: string, ...args: readonly string[]): Evaluate {
  return (module, expression) => {
    const main = `import * as scenario from './scenario.js';\nconsole.log(JSON.stringify(await ${expression}));\n`;
    return inFolder({ 'scenario.js': module, 'main.mjs': main }, async (folder) => {
      const { stdout } = await promisify(execFile)(program, [...args, join(folder, 'main.mjs')], {
        timeout: deadlineMs,
      });
      return JSON.parse(stdout);
    });
  };
}
