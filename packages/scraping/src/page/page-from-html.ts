import type { ScrapedPage, ScrapeRequest } from '../provider.ts';
import { type PageFacts, readFacts } from './page-facts.ts';
import { type PageSource, readPage, readTree } from './read-page.ts';

const treeOf = (html: string) => readTree([Buffer.from(html)], 'utf-8');

/** Makes a page of HTML that a vendor sent as text. */
export async function pageFromHtml(
  html: string,
  source: PageSource,
  request: ScrapeRequest,
): Promise<ScrapedPage> {
  return readPage(await treeOf(html), source, request);
}

/** What HTML that a vendor sent as text says of itself. */
export async function factsFromHtml(
  html: string,
  { finalUrl, robotsHeader }: PageSource,
): Promise<Omit<PageFacts, 'base'>> {
  const { base: _, ...facts } = readFacts(await treeOf(html), finalUrl, robotsHeader);
  return facts;
}
