import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printTable } from '../table.ts';
import { type BenchFile, createCorpus } from './corpus.ts';
import { readers } from './readers/readers.ts';
import { type RunningReader, startReader } from './readers/start-reader.ts';
import { factsOfMarkdown } from './scores/markdown-facts.ts';
import { addTallies, f1, measures, type Scores, score } from './scores/score.ts';

interface Row {
  readonly group: string;
  readonly reader: string;
  scores?: Scores;
  failure?: string;
}

const show = (value: number | undefined) =>
  value === undefined ? '' : (Math.floor(value * 1_000 + 1e-6) / 1_000).toFixed(3);

async function readInto(row: Row, reader: RunningReader, { facts }: BenchFile, path: string): Promise<void> {
  const { markdown, failure } = await reader.read(path);
  if (markdown === undefined) {
    row.failure = `not read: ${failure?.slice(0, 40)}`;
    return;
  }
  await writeFile(`${path}.${row.reader.replace(/\W+/g, '-')}.md`, markdown);
  add(row, score(facts, factsOfMarkdown(markdown)));
}

function add(row: Row, scores: Scores): void {
  const sum = (measure: (typeof measures)[number]) =>
    row.scores ? addTallies(row.scores[measure], scores[measure]) : scores[measure];
  row.scores = Object.fromEntries(measures.map((measure) => [measure, sum(measure)])) as Scores;
}

function cellsOf({ scores, failure }: Row): string[] {
  if (failure !== undefined || !scores) return [failure ?? 'not read', ...measures.slice(1).map(() => '')];
  return measures.map((measure) => show(f1(scores[measure])));
}

/** Prints how much of each format's documents every reader keeps; what they read and wrote stays in `folder`. */
export async function compareFidelity(folder: string, perFormat: number): Promise<void> {
  const rows = new Map<string, Row>();
  const running = new Map(Object.keys(readers).map((name) => [name, startReader(name)]));
  for await (const file of createCorpus(perFormat)) {
    const path = join(folder, file.name);
    await writeFile(path, file.content);
    for (const [name, reader] of running) {
      if (!readers[name]?.reads.test(file.name)) continue;
      const row: Row = rows.get(`${file.group} ${name}`) ?? { group: file.group, reader: name };
      rows.set(`${file.group} ${name}`, row);
      await readInto(row, reader, file, path);
    }
  }
  for (const reader of running.values()) reader.close();
  const sorted = [...rows.values()].sort((a, b) => a.group.localeCompare(b.group));
  printTable(
    ['format', 'reader', ...measures],
    sorted.map((row) => [row.group, row.reader, ...cellsOf(row)]),
  );
}
