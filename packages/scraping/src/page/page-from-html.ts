import type { ScrapedPage, ScrapeRequest } from '../provider.ts';
import { type PageSource, readPage, readTree } from './read-page.ts';

/** Makes a page of HTML that a vendor sent as text. */
export async function pageFromHtml(html: string, source: PageSource, request: ScrapeRequest): Promise<ScrapedPage> {
  return readPage(await readTree([Buffer.from(html)], 'utf-8'), source, request);
}
