import { pageAddress } from '@docfleet/scraping';
import { createPathFilter, type PathFilter } from '../path-filter.ts';
import { isTrap } from './traps.ts';

/** Where a crawl may go. */
export interface CrawlScope {
  /** Whether a page is one of the site that a person would want to have. */
  wants(url: URL): boolean;
  /** The pages among links that a crawl continues with, each once, in their order. */
  select(links: readonly URL[]): URL[];
}

const bareHost = ({ host }: URL) => host.replace(/^www\./, '');

/** The site of an address, with or without `www`, as far as the paths are wanted. */
export function createCrawlScope(start: URL, filter: PathFilter): CrawlScope {
  const passesFilter = createPathFilter(filter);
  const wants = (url: URL) => bareHost(url) === bareHost(start) && passesFilter(url) && !isTrap(url);
  return {
    wants,
    select(links) {
      const pages = links.flatMap((link) => pageAddress(link) ?? []).filter(wants);
      return [...new Map(pages.map((page) => [page.href, page])).values()];
    },
  };
}
