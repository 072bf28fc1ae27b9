/** A child process of the mutation check: runs the tests of a connector with each mistake that its parent names, in turn. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutant } from './find-mutants.ts';
import { firstFailure, globalsSource } from './harness.ts';

/** A mistake that the parent process asks to be planted; without one the source is as it is. */
export interface Planted {
  readonly number: number;
  readonly mutant: Mutant | null;
  readonly testFiles: readonly string[];
}

/** The first test that failed, and its file; null: none noticed the mistake. */
export interface Noticed {
  readonly number: number;
  readonly failed: string | null;
  readonly testFile?: string;
}

const globalsUrl = 'docfleet-mutations:globals';
const home = new URL('../../packages/connectors/', import.meta.url).href;
const isOwn = (url: string) => url.startsWith(home) && !url.includes('/node_modules/');
let planted: Planted | undefined;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, format: 'module', shortCircuit: true };
    const resolved = next(specifier, context);
    // Each mistake has instances of the package's modules of its own.
    if (isOwn(resolved.url) && planted && !resolved.url.includes('?'))
      return { ...resolved, url: `${resolved.url}?mutant=${planted.number}` };
    return resolved;
  },
  load(url, context, next) {
    if (url === globalsUrl) return { source: globalsSource, format: 'module', shortCircuit: true };
    const mutant = planted?.mutant;
    const file = isOwn(url) ? fileURLToPath(url.replace(/\?.*/, '')) : undefined;
    if (!mutant || file === undefined || pathToFileURL(mutant.file).href !== pathToFileURL(file).href)
      return next(url, context);
    const text = readFileSync(file, 'utf8');
    const source = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
    return { source, format: 'module-typescript', shortCircuit: true };
  },
});

/** Random responses show crashes, and hardly ever a mistake: what they cost is better spent on more mistakes. */
const isSkipped = (name: string) => name.startsWith('a vendor as hostile as');

async function notice({ number, testFiles }: Planted): Promise<Noticed> {
  for (const file of testFiles) {
    const url = pathToFileURL(file).href;
    const failed = await firstFailure(() => import(`${url}?mutant=${number}`), isSkipped);
    if (failed !== undefined) return { number, failed, testFile: file };
  }
  return { number, failed: null };
}

setInterval(() => process.send?.('alive'), 5_000).unref();
// A mistake may reject what no one waits for.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
process.on('message', (message: Planted) => {
  planted = message;
  void notice(message).then((noticed) => process.send?.(noticed));
});
