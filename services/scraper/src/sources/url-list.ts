import { pageAddress } from '@docfleet/scraping';
import { parseSourceConfig } from '../scrape-options.ts';
import { addAllFound, foundPage } from './add-found.ts';
import type { SourceReader } from './source-reader.ts';

/** Puts the addresses of a list into its run: when it runs again, or when the request that gave them died. */
export const readUrlList: SourceReader = async (context, run) => {
  const { urls, metadata } = parseSourceConfig(run.config);
  const pages = urls.flatMap((address) => pageAddress(address) ?? []);
  const found = pages.map((url) => foundPage(run, url, metadata));
  return (await addAllFound(context, run, found)) ? { isComplete: true } : undefined;
};
