import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath } from '@docfleet/testing';
import { type Evaluate, inFolder } from './in-folder.ts';
import { inPage } from './in-page.ts';
import { inWorker } from './in-worker.ts';

/** A runtime of JavaScript. */
interface Runtime {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether it sends a stream before it knows its end. */
  readonly streams: boolean;
  readonly evaluate: Evaluate;
}

/** Folder of the runtimes that `npm run sdk-runtimes` has installed. */
const folder = process.env['SDK_RUNTIMES'];
const fetched = (program: string) => join(folder ?? '', 'node_modules/.bin', program);
const isFetched = { isThere: folder !== undefined, streams: true };

/** All that the guide says the SDK runs on. */
export const runtimes: readonly Runtime[] = [
  { name: 'Node', isThere: true, streams: true, evaluate: inProgram(process.execPath) },
  {
    name: 'Chromium',
    isThere: chromiumPath !== undefined,
    streams: false,
    evaluate: (_, expression, proxyUrl) => inPage(proxyUrl, expression),
  },
  { name: 'Bun', ...isFetched, evaluate: inProgram(fetched('bun'), 'run') },
  { name: 'Deno', ...isFetched, evaluate: inProgram(fetched('deno'), 'run', '--allow-net') },
  { name: 'workerd', ...isFetched, evaluate: inWorker(fetched('workerd')) },
];

const deadlineMs = 60_000;

/** Evaluates in a program that runs a module and prints. */
function inProgram(program: string, ...args: readonly string[]): Evaluate {
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
