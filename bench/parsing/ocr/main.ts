/** Scores what OCR reads of pictures of pages whose text is known. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { convertToMarkdown } from '@docfleet/parser';
import { printTable } from '../../table.ts';
import { wordsOf } from '../public/words.ts';
import { compare, compareOrder } from '../scores/score.ts';
import { scanPage, textOfPage } from './scan-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    folder: { type: 'string', default: '.docfleet/bench-parsing/ocr' },
    languages: { type: 'string', default: '' },
    pages: { type: 'string', default: '1' },
  },
});
if (values.help || positionals.length === 0) {
  console.log(`Usage: npm run bench:parsing-ocr -- [OPTIONS] FILE.pdf...

Draws pages at 200 gray dots an inch, reads them by OCR, and compares the words and their order with pdftotext. Its own order is wrong on
some pages in columns: "as drawn" is the order in which the words stand in the file, which is that of the text in files of LaTeX.

  --pages 3,10,20     pages of each file (1)
  --languages fra     as tesseract names them, joined by + (found by page)
  --folder FOLDER     where the pages, what was read and the words that were missed are kept (.docfleet/bench-parsing/ocr)`);
  process.exit(0);
}

const folder = resolve(values.folder);
await mkdir(folder, { recursive: true });
const languages = values.languages.split('+').filter(Boolean);

async function readByOcr(path: string): Promise<string> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'docfleet-bench-'));
  try {
    const ocr = { strategy: 'STANDARD_OCR', languages } as const;
    const input = { path, fileName: basename(path), declaredType: null, ocr, workDirectory };
    return (await Array.fromAsync((await convertToMarkdown(input)).markdown)).join('');
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/** The words of one list that the other lacks, each as often as it does. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

const [all, shown] = [{ words: 0, found: 0, shared: 0, inOrder: 0, asDrawn: 0 }, [] as string[][]];
const share = (part: number, whole: number) =>
  (Math.floor((part / Math.max(1, whole)) * 1_000) / 1_000).toFixed(3);

for (const pdf of positionals)
  for (const page of values.pages.split(',').map(Number)) {
    const name = `${basename(pdf, '.pdf')}-${page}`;
    const picture = join(folder, `${name}.pdf`);
    await scanPage(pdf, page, picture);
    const expected = wordsOf(await textOfPage(pdf, page));
    const startedAt = performance.now();
    const markdown = await readByOcr(picture);
    const seconds = (performance.now() - startedAt) / 1_000;
    // As it is, with the numbers of lists.
    const found = wordsOf(markdown.replaceAll('<br>', ' '));
    const { right } = compare(expected, found);
    const order = compareOrder(expected, found);
    const drawn = compareOrder(wordsOf(await textOfPage(pdf, page, true)), found);
    await writeFile(join(folder, `${name}.md`), markdown);
    const losses = { missed: without(expected, found), added: without(found, expected) };
    await writeFile(join(folder, `${name}.losses.json`), JSON.stringify(losses, null, 1));
    all.words += expected.length;
    all.found += right;
    all.shared += order.expected;
    all.inOrder += order.right;
    all.asDrawn += drawn.right;
    shown.push([
      basename(pdf),
      `${page}`,
      `${expected.length}`,
      share(right, expected.length),
      share(right, found.length),
      share(order.right, order.expected),
      share(drawn.right, drawn.expected),
      seconds.toFixed(1),
    ]);
  }
printTable(
  ['file', 'page', 'words', 'recall', 'precision', 'order', 'as drawn', 'seconds'],
  [
    ...shown,
    [
      'all',
      '',
      `${all.words}`,
      share(all.found, all.words),
      '',
      share(all.inOrder, all.shared),
      share(all.asDrawn, all.shared),
      '',
    ],
  ],
);
