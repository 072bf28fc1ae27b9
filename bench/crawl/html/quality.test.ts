import { pageFromHtml } from '@docfleet/scraping';
import { expect, test } from '@jest/globals';
import { generatePages } from '../pages/shapes.ts';
import { judge } from './quality.ts';

const url = new URL('https://site.example/');
const request = { url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: true };
const pages = generatePages(3, 7);

test.each([...new Set(pages.map(({ shape }) => shape))])(
  'the content of a page of the shape %s is found',
  async (shape) => {
    for (const page of pages.filter((each) => each.shape === shape)) {
      const { markdown } = await pageFromHtml(page.html, { finalUrl: url, robotsTags: [] }, request);
      const { recall, precision } = judge(markdown, page);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(precision).toBeGreaterThanOrEqual(0.9);
    }
  },
);
