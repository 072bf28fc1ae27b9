import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createTextCleaner } from '@docfleet/text/decoding';
import { fencedCode } from '@docfleet/text/markdown';
import { asUnreadable } from '../../as-unreadable.ts';
import { type Format, isPlainText, type Source } from '../../format.ts';
import { type Cell, readNotebook } from './read-notebook.ts';
import { writeOutputs } from './write-outputs.ts';

/** Bytes; a notebook is read whole. */
const maxNotebookBytes = 64_000_000;
const beginning =
  /^\ufeff?\s*\{\s*(?:"cells"\s*:\s*\[\s*\{\s*"(?:attachments|cell_type|execution_count|id|metadata|outputs|source)"|"nbformat"\s*:\s*\d)/;
/** Notebooks name one of these near their beginning; other JSON of their ending is read as JSON. */
const members = /"(?:cells|worksheets|nbformat)"\s*:/;

/** Notebooks of Jupyter: their Markdown, code and outputs, cell by cell. */
export const notebook: Format = {
  name: 'IPYNB',
  mimeType: 'application/x-ipynb+json',
  matches: (sample) =>
    isPlainText(sample) &&
    (beginning.test(sample.text) ||
      ((sample.extension === 'ipynb' || sample.declaredType === 'application/x-ipynb+json') &&
        /^\ufeff?\s*\{/.test(sample.text) &&
        members.test(sample.text))),
  convert: (source) => asUnreadable('IPYNB', convert(source)),
};

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxNotebookBytes)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The notebook is larger than 64 MB, the most that can be read: clear its outputs and send it again',
    );
  const text = createTextCleaner(() => 'utf-8').clean(await readFile(source.path, 'utf8'));
  let isBegun = false;
  for (const [index, cell] of readNotebook(JSON.parse(text)).entries()) {
    for (const block of blocksOf(cell, index + 1, source)) {
      if (!block.trim()) continue;
      yield `${isBegun ? '\n' : ''}${block.trimEnd()}\n`;
      isBegun = true;
    }
  }
}

function* blocksOf(cell: Cell, number: number, source: Source): Generator<string> {
  if (cell.kind === 'heading') yield `${'#'.repeat(cell.level)} ${cell.text.replace(/\s+/g, ' ')}`;
  else if (cell.kind === 'text') yield cell.text;
  else {
    if (cell.text.trim()) yield fencedCode(cell.text, cell.language);
    yield* writeOutputs(cell.outputs, `cell ${number}`, source.reportNotRead);
  }
}
