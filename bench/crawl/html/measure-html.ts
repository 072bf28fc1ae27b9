import { printTable } from '../../table.ts';
import { type GeneratedPage, generatePages } from '../pages/shapes.ts';
import { type Convert, mainContent, wholePage } from './converters.ts';
import { judge } from './quality.ts';
import { structureOf, sumOf } from './structure.ts';

interface Extent {
  readonly pages: number;
  readonly runs: number;
  readonly isNameless: boolean;
}

const share = (values: readonly number[]) =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

/** The texts, and pages per second of processor time of this thread: what else runs on the machine does not count. */
async function run(convert: Convert, pages: readonly GeneratedPage[], runs: number) {
  let best = Number.POSITIVE_INFINITY;
  let texts: string[] = [];
  for (let number = 0; number <= runs; number++) {
    const before = process.threadCpuUsage();
    texts = [];
    for (const { html } of pages) texts.push(await convert(html));
    const { user, system } = process.threadCpuUsage(before);
    if (number > 0) best = Math.min(best, user + system);
  }
  return { texts, perSecond: Math.round((pages.length * 1e6) / best) };
}

/** Measures and prints both tables. */
export async function measureHtml({ pages: perShape, runs, isNameless }: Extent): Promise<void> {
  const nameless = (html: string) => html.replace(/ (?:class|id)="[^"]*"/g, '');
  const pages = generatePages(perShape).map((page) =>
    isNameless ? { ...page, html: nameless(page.html) } : page,
  );
  const size = pages.reduce((sum, { html }) => sum + html.length, 0);
  console.log(
    `${pages.length} pages, ${Math.round(size / pages.length / 1_000)} kB on average\n\nThe whole page:\n`,
  );
  const converted: (string | number)[][] = [];
  for (const [name, convert] of Object.entries(wholePage)) {
    const { texts, perSecond } = await run(convert, pages, runs);
    converted.push([name, perSecond, ...Object.values(sumOf(texts.map(structureOf)))]);
  }
  printTable(
    ['converter', 'pages/s', 'headings', 'items', 'fences', 'with language', 'tables', 'links'],
    converted,
  );

  console.log('\nThe main content:\n');
  const summary: (string | number)[][] = [];
  const shapes = [...new Set(pages.map(({ shape }) => shape))];
  const details = new Map(shapes.map((shape) => [shape, [shape] as (string | number)[]]));
  for (const [name, convert] of Object.entries(mainContent)) {
    const { texts, perSecond } = await run(convert, pages, runs);
    const judged = pages.map((page, index) => ({ shape: page.shape, ...judge(texts[index] ?? '', page) }));
    const values = Object.values(sumOf(texts.map(structureOf)));
    const averages = [
      share(judged.map(({ recall }) => recall)),
      share(judged.map(({ precision }) => precision)),
    ];
    summary.push([name, perSecond, ...averages, ...values]);
    for (const [shape, row] of details) {
      const own = judged.filter((each) => each.shape === shape);
      row.push(`${share(own.map(({ recall }) => recall))} / ${share(own.map(({ precision }) => precision))}`);
    }
  }
  printTable(
    [
      'extractor',
      'pages/s',
      'recall',
      'precision',
      'headings',
      'items',
      'fences',
      'with language',
      'tables',
      'links',
    ],
    summary,
  );
  console.log('\nRecall / precision of each shape:\n');
  printTable(['shape', ...Object.keys(mainContent)], [...details.values()]);
}
