import type { ScrapedPage, ScrapeRequest } from '../scraped-page.ts';
import { type PageSource, readPage, readTree } from './read-page.ts';

const treeOf = (html: string) => readTree([Buffer.from(html)], 'utf-8');

/** Makes a page of trusted HTML in this process; `WebReader` reads that of sites. */
export async function pageFromHtml(
  html: string,
  source: PageSource,
  request: ScrapeRequest,
): Promise<ScrapedPage> {
  return readPage(await treeOf(html), source, request);
}
