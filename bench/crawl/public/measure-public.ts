import { textOfMarkdown } from '../../parsing/public/text-of-markdown.ts';
import { wordsOf } from '../../parsing/public/words.ts';
import { compare } from '../../parsing/scores/score.ts';
import { printTable } from '../../table.ts';
import { type Convert, mainContent } from '../html/converters.ts';
import { isForRules, type JudgedPage, readCorpus } from './corpora.ts';

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Things to find, what was found, and what of it is right: words of the content, or passages. */
function judge(page: JudgedPage, markdown: string) {
  // A rule at the beginning would be taken for that of a preamble.
  const text = textOfMarkdown(`\n${markdown}`);
  if (page.content !== undefined) return compare(wordsOf(page.content), wordsOf(text));
  const own = squeezed(text);
  const has = (passage: string) => own.includes(squeezed(passage));
  const { with: wanted = [], without = [] } = page.passages ?? {};
  const right = wanted.filter(has).length;
  return { expected: wanted.length, found: right + without.filter(has).length, right };
}

const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Judged {
  readonly name: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly ms: number;
}

/** Converts a page twice; the time is that of the second run, in which the engine knows the code. */
async function measure(convert: Convert, page: JudgedPage): Promise<Judged> {
  let markdown = '';
  let ms = 0;
  for (let run = 0; run < 2; run++) {
    const before = process.threadCpuUsage();
    markdown = await Promise.resolve(convert(page.html)).catch(() => '');
    const { user, system } = process.threadCpuUsage(before);
    ms = (user + system) / 1_000;
  }
  const { expected, found, right } = judge(page, markdown);
  const f1 = ratio(2 * right, expected + found);
  return { name: page.name, precision: ratio(right, found), recall: ratio(right, expected), f1, ms };
}

const rowOf = (name: string, half: string, all: readonly Judged[]) => [
  name,
  half,
  all.length,
  ...[mean, median].map((average) => average(all.map(({ f1 }) => f1)).toFixed(3)),
  mean(all.map(({ precision }) => precision)).toFixed(3),
  mean(all.map(({ recall }) => recall)).toFixed(3),
  mean(all.map(({ ms }) => ms)).toFixed(1),
];

export interface PublicExtent {
  /** Clones of the collections. */
  readonly folders: readonly string[];
  /** Names of the converters to be measured; empty: all. */
  readonly names: readonly string[];
  /** Number of lowest-scoring pages that are listed, among the pages that rules are written for. */
  readonly worst: number;
}

/** Measures and prints how much of what people took for the content of pages is found, and how much else. */
export async function measurePublic({ folders, names, worst }: PublicExtent): Promise<void> {
  for (const folder of folders) {
    const pages = await Array.fromAsync(readCorpus(folder));
    const rows: (string | number)[][] = [];
    for (const [name, convert] of Object.entries(mainContent)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const judged: Judged[] = [];
      for (const page of pages) judged.push(await measure(convert, page));
      const halves = Map.groupBy(
        pages.map((page, index) => [page, judged[index]] as const),
        ([page]) => isForRules(page),
      );
      const half = (isOwn: boolean) => (halves.get(isOwn) ?? []).flatMap(([, one]) => one ?? []);
      rows.push(rowOf(name, 'rules', half(true)), rowOf(name, 'reported', half(false)));
      for (const { name: page, f1, precision, recall } of half(true)
        .sort((a, b) => a.f1 - b.f1)
        .slice(0, worst))
        console.log([name, page, f1.toFixed(3), precision.toFixed(3), recall.toFixed(3)].join('  '));
    }
    console.log(`\n${folder}, ${pages.length} pages\n`);
    printTable(['extractor', 'half', 'pages', 'F1', 'median', 'precision', 'recall', 'ms/page'], rows);
  }
}
