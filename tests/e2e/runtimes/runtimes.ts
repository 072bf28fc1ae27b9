import { join } from 'node:path';
import { chromiumPath } from '@docfleet/testing';
import type { Evaluate } from './evaluate.ts';
import { inPage } from './in-page.ts';
import { inProgram } from './in-program.ts';
import { inWorker } from './in-worker.ts';

/** Where JavaScript runs. */
interface Runtime {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether it sends a stream before it knows its end. */
  readonly streams: boolean;
  readonly evaluate: Evaluate;
}

/** Where `npm run sdk-runtimes` has put those that do not come with this repository. */
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
