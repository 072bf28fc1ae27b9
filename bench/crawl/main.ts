/** What reading the web costs, and how well it is done. `--only=html`: HTML to Markdown and main content, beside others. */
import { parseArgs } from 'node:util';
import { measureHtml } from './html/measure-html.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string', default: 'html' },
    pages: { type: 'string', default: '10' },
    runs: { type: 'string', default: '3' },
    nameless: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:crawl -- [OPTIONS]

  --only html      HTML to Markdown and main content on generated page shapes
  --pages NUMBER   pages of each of the twelve shapes (10)
  --nameless       without classes and ids, so that only the structure tells
  --runs NUMBER    how often each is measured; the best counts (3)`);
  process.exit(0);
}

if (values.only !== 'html') throw new Error(`There is nothing to measure that is called "${values.only}"`);
await measureHtml({ pages: Number(values.pages), runs: Number(values.runs), isNameless: values.nameless });
