import { countRun, listMetAddresses, maxLeftOutAddresses, type SourceRun } from '@docfleet/domain/run';
import type { ScraperContext } from './context.ts';
import { createUnmatchedPaths } from './path-filter.ts';
import { parseSourceConfig } from './scrape-options.ts';

const maxShown = 5;

const shown = (paths: readonly string[]) => {
  const more = paths.length > maxShown ? ` and ${paths.length - maxShown} more` : '';
  return `(${paths.slice(0, maxShown).join(', ')}${more})`;
};

/**
 * Returns sentences on the path filters that match nothing in a whole run: each is a mistake more often than not, and a mistaken
 * `excludePaths` admits what its owner wants to be left out. Of a run that is not whole, only that nothing at all has passed is certain.
 */
export async function unmatchedFilters(
  { database }: ScraperContext,
  run: SourceRun,
  isWhole: boolean,
): Promise<string[]> {
  const { includePaths, excludePaths } = parseSourceConfig(run.config);
  if (includePaths.length + excludePaths.length === 0) return [];
  const { documents, leftOut } = await countRun(database, run.id);
  if (documents === 0 && includePaths.length > 0)
    return [`No address of the source matches includePaths ${shown(includePaths)}: ${leftOut} were left out`];
  // What is left out beyond these is not listed, and may match.
  if (!isWhole || leftOut >= maxLeftOutAddresses) return [];
  const filters = Object.entries({ includePaths, excludePaths }).map(([name, paths]) => ({
    name,
    unmatched: createUnmatchedPaths(paths),
  }));
  for await (const addresses of listMetAddresses(database, run.id)) {
    const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
    for (const { unmatched } of filters) unmatched.show(urls);
    if (filters.every(({ unmatched }) => unmatched.missing().length === 0)) return [];
  }
  return filters.flatMap(({ name, unmatched }) => {
    const paths = unmatched.missing();
    return paths.length === 0 ? [] : [`No address of the source matches ${shown(paths)} of ${name}`];
  });
}
