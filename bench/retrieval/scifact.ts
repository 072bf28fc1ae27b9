import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

export interface Dataset {
  readonly documents: { readonly name: string; readonly externalId: string; readonly text: string }[];
  readonly queries: { readonly id: string; readonly text: string }[];
  /** Relevance of documents by query. */
  readonly relevant: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const readLines = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
const readEntries = (file: string) => readLines(file).map((line) => JSON.parse(line) as Entry);

/** Reads a dataset in the form of BEIR: corpus.jsonl, queries.jsonl, and a table of query, document and relevance such as test.tsv. */
export function readDataset(
  folder: string,
  splits: readonly ('train' | 'test')[] = ['test'],
): Dataset | undefined {
  if (!existsSync(join(folder, 'corpus.jsonl'))) return undefined;
  const relevant = new Map<string, Map<string, number>>();
  for (const line of splits.flatMap((split) => readLines(join(folder, `${split}.tsv`)))) {
    const columns = line.split(/\s+/);
    const [query = '', document = '', relevance = Number.NaN] = [
      columns[0],
      columns.at(-2),
      Number(columns.at(-1)),
    ];
    // The first line of some files names the columns.
    if (Number.isNaN(relevance)) continue;
    if (!relevant.has(query)) relevant.set(query, new Map());
    relevant.get(query)?.set(document, relevance);
  }
  const documents = readEntries(join(folder, 'corpus.jsonl'));
  return {
    documents: documents.map(({ _id, title = '', text }) => ({
      // A document is called by its title, as what people ingest is.
      name: title.slice(0, 255) || _id,
      externalId: _id,
      text: `${title}\n\n${text}`.trim(),
    })),
    queries: readEntries(join(folder, 'queries.jsonl'))
      .filter(({ _id }) => relevant.has(_id))
      .map(({ _id, text }) => ({ id: _id, text })),
    relevant,
  };
}
