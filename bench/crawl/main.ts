/** What reading the web costs, and how well it is done: HTML to Markdown and main content, and the crawl of a site, beside others. */
import { parseArgs } from 'node:util';
import { measureHtml } from './html/measure-html.ts';
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
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:crawl -- [OPTIONS]

  --only html      HTML to Markdown and main content on generated page shapes
  --only website   the crawl of a generated site
  --pages NUMBER   pages of each of the twelve shapes (10)
  --nameless       without classes and ids, so that only the structure distinguishes content
  --runs NUMBER    how often each is measured; the best counts (3)
  --site NUMBER    pages of the site (2000)
  --concurrency NUMBER  pages of it that are fetched at once (16)`);
  process.exit(0);
}

const { only } = values;
if (only !== undefined && !['html', 'website'].includes(only))
  throw new Error(`There is nothing to measure that is called "${only}"`);
if (only !== 'website')
  await measureHtml({ pages: Number(values.pages), runs: Number(values.runs), isNameless: values.nameless });
if (only !== 'html')
  await measureWebsite({ pages: Number(values.site), concurrency: Number(values.concurrency) });
