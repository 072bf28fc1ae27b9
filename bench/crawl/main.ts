/** Measures cost and quality of reading the web: HTML to Markdown and main content, and the crawl of a site, beside others. */
import { parseArgs } from 'node:util';
import { measureHtml } from './html/measure-html.ts';
import { measurePublic } from './public/measure-public.ts';
import { measureWebsite } from './website/measure-website.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string' },
    pages: { type: 'string', default: '10' },
    site: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '16' },
    runs: { type: 'string', default: '3' },
    nameless: { type: 'boolean', default: false },
    corpus: { type: 'string', multiple: true, default: [] },
    extractor: { type: 'string', multiple: true, default: [] },
    worst: { type: 'string', default: '0' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:crawl -- [OPTIONS]

  --only html      HTML to Markdown and main content on generated page shapes
  --only website   the crawl of a generated site
  --corpus FOLDER  instead: what people took for the content of pages, in a clone of mozilla/readability, adbar/trafilatura,
                   scrapinghub/article-extraction-benchmark or Murrough-Foley/web-content-extraction-benchmark; repeatable
  --extractor NAME of them, this one only; repeatable
  --worst NUMBER   worst pages to be listed, of the half that rules are written for (0)
  --pages NUMBER   pages of each of the twelve shapes (10)
  --nameless       without classes and ids, so that only the structure distinguishes content
  --runs NUMBER    how often each is measured; the best counts (3)
  --site NUMBER    pages of the site (2000)
  --concurrency NUMBER  pages of it that are fetched at once (16)`);
  process.exit(0);
}

const { only, corpus: folders, extractor: names } = values;
if (folders.length > 0) {
  await measurePublic({ folders, names, worst: Number(values.worst) });
  process.exit(0);
}
if (only !== undefined && !['html', 'website'].includes(only))
  throw new Error(`There is nothing to measure that is called "${only}"`);
if (only !== 'website')
  await measureHtml({ pages: Number(values.pages), runs: Number(values.runs), isNameless: values.nameless });
if (only !== 'html')
  await measureWebsite({ pages: Number(values.site), concurrency: Number(values.concurrency) });
