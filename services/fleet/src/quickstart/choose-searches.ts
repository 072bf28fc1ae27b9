import { basename, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { readJson } from '../private-file.ts';

const searches = z.array(z.object({ query: z.string() }));
const searchesShown = 3;

/** A file's name as one would say it: `travel-policy.md` → `travel policy`. */
const spoken = (name: string) =>
  basename(name, extname(name))
    .replace(/[-_.]+/g, ' ')
    .trim();

/** Three queries that fit a folder: those that lie beside it in `searches.json`, else the names of some of its files. */
export async function chooseSearches(folder: string, names: readonly string[]): Promise<string[]> {
  const written = searches.safeParse(await readJson(join(resolve(folder), '..', 'searches.json')));
  if (written.success) return written.data.map(({ query }) => query).slice(0, searchesShown);
  const step = Math.max(1, Math.floor(names.length / searchesShown));
  return names
    .filter((_, index) => index % step === 0)
    .slice(0, searchesShown)
    .map(spoken);
}
