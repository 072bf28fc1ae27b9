import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './run-mutants.ts';

const folder = 'node_modules/.cache/docfleet-mutations';

/** Results of a file of tests without a mistake. */
export type Measurement = Pick<Outcome, 'durationMs' | 'executed' | 'imports'>;
type Kept = Record<string, Measurement & { readonly digest: string }>;

/** A digest of a file of tests and of all that it imports: what it does depends on nothing else. */
function digestOf(testFile: string, imports: Measurement['imports']): string {
  const modules = new Set([testFile, ...imports.flat()]);
  const hash = createHash('sha256');
  for (const module of [...modules].toSorted())
    hash.update(module).update(existsSync(module) ? readFileSync(module) : 'gone');
  return hash.digest('hex');
}

/** Measurements of a subject that are kept from one run to the next, as long as nothing that they depend on changes. */
export function openKeptMeasurements(subject: string, sources: readonly string[]) {
  const of = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 8);
  const path = join(folder, `${subject}-${of}.json`);
  const all: Kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return {
    /** The measurement of a file of tests; undefined where there is none that holds. */
    find(testFile: string): Measurement | undefined {
      const found = all[testFile];
      return found?.digest === digestOf(testFile, found?.imports ?? []) ? found : undefined;
    },
    keep(testFile: string, { durationMs, executed, imports }: Measurement): void {
      all[testFile] = { durationMs, executed, imports, digest: digestOf(testFile, imports) };
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, JSON.stringify(all));
    },
  };
}
