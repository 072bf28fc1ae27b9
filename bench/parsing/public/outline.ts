import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { headingOf } from './html-facts.ts';

interface Entry {
  readonly title: string;
  readonly items: readonly Entry[];
}

const titlesOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ title, items }) => [headingOf(title), ...titlesOf(items)]);

/** The titles of a PDF's own outline, read by pdf.js and not by what is measured; empty where it has none. */
export async function readOutline(path: string): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)));
  try {
    return titlesOf((await document.getOutline()) ?? []).filter(Boolean);
  } finally {
    await document.loadingTask.destroy();
  }
}
