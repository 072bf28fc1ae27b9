import type { LeftOut } from '@docfleet/domain/run';
import { pageAddress } from '@docfleet/scraping';
import { createPathFilter, leftOutByFilter, type PathFilter } from '../path-filter.ts';
import { trapOf } from './traps.ts';

/** Links of a page as a crawl takes them. */
interface SelectedLinks {
  /** The pages that the crawl continues with, each once, in their order. */
  readonly pages: readonly URL[];
  /** Links of the site that a rule leaves out. */
  readonly leftOut: readonly LeftOut[];
}

/** Boundaries of a crawl: its site, and the wanted paths in it. */
export interface CrawlScope {
  /** Tests whether an address is one of the site, wanted or not. */
  isOfSite(url: URL): boolean;
  /** Returns why an address is none of the wanted ones; undefined when it is one. */
  reasonAgainst(url: URL): string | undefined;
  wants(url: URL): boolean;
  select(links: readonly URL[]): SelectedLinks;
  /** Takes another host for the site: its start has moved there. */
  follow(url: URL): void;
  /** The host of the site, without `www`. */
  site(): { readonly host: string };
}

const bareHost = ({ host }: URL) => host.replace(/^www\./, '');

/** The site of an address, with or without `www`, as far as the paths are wanted. */
export function createCrawlScope(start: URL, filter: PathFilter): CrawlScope {
  const passesFilter = createPathFilter(filter);
  let site = bareHost(start);
  const isOfSite = (url: URL) => bareHost(url) === site;
  const reasonWithin = (url: URL) => (passesFilter(url) ? trapOf(url) : leftOutByFilter);
  const reasonAgainst = (url: URL) => (isOfSite(url) ? reasonWithin(url) : 'It leads to another site');
  return {
    isOfSite,
    site: () => ({ host: site }),
    reasonAgainst,
    wants: (url) => reasonAgainst(url) === undefined,
    follow(url) {
      site = bareHost(url);
    },
    select(links) {
      const addresses = links.flatMap((link) => pageAddress(link) ?? []).filter(isOfSite);
      const each = [...new Map(addresses.map((page) => [page.href, page])).values()];
      const judged = each.map((url) => ({ url, reason: reasonAgainst(url) }));
      return {
        pages: judged.flatMap(({ url, reason }) => (reason === undefined ? [url] : [])),
        leftOut: judged.flatMap(({ url: { href: externalId }, reason }) =>
          reason === undefined ? [] : [{ externalId, reason }],
        ),
      };
    },
  };
}
