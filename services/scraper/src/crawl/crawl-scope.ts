import type { LeftOut } from '@docfleet/domain/run';
import { limits } from '@docfleet/runtime/config';
import { pageAddress } from '@docfleet/scraping';
import { createPathFilter, leftOutByFilter, type PathFilter } from '../path-filter.ts';

/** A path that repeats itself so often leads on for ever, as wrong relative links do. */
const maxRounds = 3;
/** Numbers stand side by side in dates and sections: `/archive/11/11/11`. */
const maxNumberRounds = 5;
/** The longest part of a path that is looked for again behind itself. */
const maxRoundLength = 8;
/** Years ahead that a crawl follows in addresses: calendars lead on forever, but planned dates lie within some years. */
const yearsAhead = 10;

const calendarPath = /\/(?:calendar|events?|kalender|agenda|schedule)\b/i;
const yearAt = /(?:^|[/=_-])((?:20|21|22)\d\d)(?=[/&_-]|$)/g;

function isFarCalendar(url: URL, thisYear: number): boolean {
  const place = url.pathname + url.search;
  if (!calendarPath.test(place)) return false;
  return [...place.matchAll(yearAt)].some(([, year]) => Number(year) - thisYear > yearsAhead);
}

/** Counts the consecutive repetitions of the `length` path segments from `start` on; 1 when they are not repeated. */
function roundsAt(segments: readonly string[], start: number, length: number): number {
  let same = 0;
  const most = length * maxNumberRounds;
  while (same < most && start + length + same < segments.length) {
    if (segments[start + same] !== segments[start + length + same]) break;
    same += 1;
  }
  return 1 + Math.floor(same / length);
}

/** Tests whether a path repeats its last segments: `/a/b/a/b/a/b`. */
function runsInCircles(segments: readonly string[]): boolean {
  return segments.some((_, start) => {
    for (let length = 1; length <= maxRoundLength; length += 1) {
      const round = segments.slice(start, start + length);
      const most = round.every((part) => /^\d+$/.test(part)) ? maxNumberRounds : maxRounds;
      if (roundsAt(segments, start, length) >= most) return true;
    }
    return false;
  });
}

/** Returns the reason why an address looks like one of endlessly many that a server makes up; undefined when it does not. */
export function trapOf(url: URL, now: Date = new Date()): string | undefined {
  if (url.href.length > limits.addressLength) return 'Its address is too long';
  if (runsInCircles(url.pathname.split('/').filter(Boolean))) return 'Its path repeats itself';
  return isFarCalendar(url, now.getUTCFullYear())
    ? `It is a calendar more than ${yearsAhead} years ahead`
    : undefined;
}

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
