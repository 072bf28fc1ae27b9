/** Services to deploy, as the sources say. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { type Extension, jobsOf } from '@docfleet/api/extension';
import * as queues from '@docfleet/queues';
import { extensions } from '@docfleet/registry';

/** One runs everything in a single process on a laptop, the other is a command line. */
const notOfTheFleet = new Set(['fleet', 'operator']);

/** Services that run as processes of their own. */
export const fleetServices: readonly string[] = globSync('services/*/src/main.ts')
  .map((file) => file.split(/[\\/]/)[1] ?? '')
  .filter((name) => !notOfTheFleet.has(name))
  .sort();

function queueNamed(variable: string): string {
  const queue = (queues as Readonly<Record<string, unknown>>)[variable];
  if (typeof queue === 'object' && queue !== null && 'name' in queue) return String(queue.name);
  throw new Error(`packages/core/queues exports no queue ${variable}`);
}

/** Names of the queues that a service's start.ts starts workers for, of extensions as well. */
export function consumedQueues(service: string): string[] {
  const file = `services/${service}/src/start.ts`;
  if (!existsSync(file)) return [];
  const source = readFileSync(file, 'utf8');
  const starts = source.matchAll(/\bstartWorker\(\s*(\w+)/g);
  const own = [...starts].map(([, variable = '']) => queueNamed(variable));
  const [, of] = /\bjobsOf\(extensions, '(\w+)'\)/.exec(source) ?? [];
  const jobs = of ? jobsOf(extensions, of as keyof NonNullable<Extension['jobs']>) : [];
  return [...own, ...jobs.map(({ queue }) => queue.name)].sort();
}
