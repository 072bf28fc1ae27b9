import { pageAddress } from '@docfleet/scraping';
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
  const wants = (url: URL) => bareHost(url) === bareHost(start) && passesFilter(url, filter) && !isTrap(url);
  return {
    wants,
    select(links) {
      const pages = links.flatMap((link) => pageAddress(link) ?? []).filter(wants);
      return [...new Map(pages.map((page) => [page.href, page])).values()];
    },
  };
}

/** Which addresses of a source are wanted. */
interface PathFilter {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** Whether an address contains one of the included paths, where there are any, and none of the excluded. The host is no part of it. */
export function passesFilter({ pathname, search }: URL, { includePaths, excludePaths }: PathFilter): boolean {
  const place = pathname + search;
  const contains = (path: string) => place.includes(path);
  return (includePaths.length === 0 || includePaths.some(contains)) && !excludePaths.some(contains);
}
