import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createTextCleaner } from '@docfleet/text/decoding';
import { htmlToMarkdown } from '@docfleet/text/html';
import { fencedCode } from '@docfleet/text/markdown';
import { asUnreadable } from '../../as-unreadable.ts';
import { type Format, isPlainText, type Source } from '../../format.ts';
import { type Cell, type Output, readNotebook } from './read-notebook.ts';

/** Colors of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the escape.
const colors = /\u001b\[[\d;]*[A-Za-z]/g;
const picture = /^(?:image\/|png$|jpeg$|svg$)/;

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.filter((one) => typeof one === 'string').join('')
      : '';

const plainOf = (text: string): string => (text.trim() ? fencedCode(text.replace(colors, ''), '') : '');

/** The outputs of a cell, each in the form that says most; a picture is reported as not read, with where its cell stands. */
function* writeOutputs(
  outputs: readonly Output[],
  where: string,
  reportNotRead: Source['reportNotRead'],
): Generator<string> {
  for (const output of outputs) {
    const text = writeOutput(output);
    if (text !== undefined) yield text;
    else reportNotRead({ what: 'PICTURE', where, why: 'Pictures that a notebook has put out are not read' });
  }
}

/** Undefined where an output is a picture. */
function writeOutput(output: Output): string | undefined {
  const forms: Readonly<Record<string, unknown>> = output.data ?? output;
  const markdown = textOf(forms['text/markdown'] ?? forms['markdown']);
  if (markdown.trim()) return markdown;
  const html = htmlToMarkdown(textOf(forms['text/html'] ?? forms['html']));
  if (html.trim()) return html;
  const latex = textOf(forms['text/latex'] ?? forms['latex']);
  if (latex.trim()) return latex;
  if (Object.keys(forms).some((name) => picture.test(name))) return undefined;
  if (output.output_type.endsWith('error') || output.output_type === 'pyerr')
    return plainOf(output.traceback ?? `${output.ename ?? ''}: ${output.evalue ?? ''}`);
  return plainOf(output.text ?? textOf(forms['text/plain']));
}

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
