import type { ScrapedPage } from '@docfleet/scraping';

/** Characters of pages that are remembered: those that were met last. */
const maxRemembered = 8_000_000;
const charactersOfLink = 100;

const sizeOf = ({ markdown, links }: ScrapedPage) => markdown.length + links.length * charactersOfLink;

/** The lines of a text that say something; its title may differ between two addresses of the same page. */
const linesOf = (markdown: string) =>
  markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# '));

/** RFC 6596: a canonical page has the same text as the one that names it, or more than that. */
export function isContained(markdown: string, canonical: string): boolean {
  if (markdown === canonical) return true;
  const lines = linesOf(markdown);
  const whole = new Set(linesOf(canonical));
  return lines.length > 0 && lines.every((line) => whole.has(line));
}

/** Pages of a crawl by their addresses, so that the one that others name as canonical is fetched once. */
export interface CanonicalPages {
  remember(address: string, page: ScrapedPage): void;
  /** Returns the page of an address: a remembered one, or the result of `fetch`; undefined for none. */
  read(address: string, fetch: () => Promise<ScrapedPage | undefined>): Promise<ScrapedPage | undefined>;
}

export function createCanonicalPages(): CanonicalPages {
  const pages = new Map<string, Promise<ScrapedPage | undefined>>();
  const sizes = new Map<string, number>();
  let remembered = 0;
  const forget = (address: string) => {
    remembered -= sizes.get(address) ?? 0;
    sizes.delete(address);
    pages.delete(address);
  };
  const keep = (address: string, page: Promise<ScrapedPage | undefined>, size: number) => {
    forget(address);
    pages.set(address, page);
    sizes.set(address, size);
    remembered += size;
    for (const oldest of sizes.keys()) {
      if (remembered <= maxRemembered) return;
      forget(oldest);
    }
  };
  return {
    remember: (address, page) => keep(address, Promise.resolve(page), sizeOf(page)),
    async read(address, fetch) {
      const known = pages.get(address);
      if (known !== undefined) return known;
      const fetching = fetch();
      keep(address, fetching, charactersOfLink);
      try {
        const page = await fetching;
        keep(address, fetching, page ? sizeOf(page) : charactersOfLink);
        return page;
      } catch (error) {
        forget(address);
        throw error;
      }
    },
  };
}
