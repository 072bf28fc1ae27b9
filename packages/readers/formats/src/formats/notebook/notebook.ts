import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { createTextCleaner } from '@docfleet/text/decoding';
import { htmlToMarkdown } from '@docfleet/text/html';
import { fencedCode } from '@docfleet/text/markdown';
import { z } from 'zod';
import { asUnreadable, type Format, isPlainText, type Source } from '../../format.ts';

/** Texts are arrays of lines, which keep their line ends, or one string. */
const multiline = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''));
const data = z.record(z.string(), z.unknown());

const output = z.looseObject({
  output_type: z.string().catch(''),
  text: multiline.optional().catch(undefined),
  data: data.optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
  traceback: multiline.optional().catch(undefined),
});
/** Output of a code cell. Until version 3 the forms of a result are members of the output itself. */
type Output = z.infer<typeof output>;

const cell = z.object({
  cell_type: z.string().catch('raw'),
  source: multiline.optional().catch(undefined),
  /** Code until version 3. */
  input: multiline.optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  level: z.int().min(1).max(6).catch(1),
  outputs: z.array(output).catch([]),
});
const cells = z.array(cell);
const name = z.object({ name: z.string().optional().catch(undefined) }).catch({ name: undefined });
const file = z.object({
  cells: cells.optional(),
  worksheets: z.array(z.object({ cells })).optional(),
  metadata: z
    .object({
      language_info: name.optional(),
      kernelspec: z.object({ language: z.string().optional() }).optional().catch(undefined),
    })
    .catch({}),
});

/** Cell as stored: a heading of version 3, Markdown or raw text, or code with its output. */
type Cell =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly language: string;
      readonly outputs: readonly Output[];
    };

/** The cells of a notebook in their order. Throws where the value is none. */
function readNotebook(value: unknown): Cell[] {
  const { metadata, ...notebook } = file.parse(value);
  const usual = metadata.language_info?.name ?? metadata.kernelspec?.language ?? '';
  const all = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells) ?? [];
  return all.map((one): Cell => {
    const text = one.source ?? one.input ?? '';
    if (one.cell_type === 'heading') return { kind: 'heading', level: one.level, text };
    if (one.cell_type !== 'code') return { kind: 'text', text };
    const language = (one.language ?? usual).replace(/[^\w+#.-]/g, '');
    return { kind: 'code', text, language, outputs: one.outputs };
  });
}

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
  const text = createTextCleaner(() => 'utf-8').end(await readFile(source.path, 'utf8'));
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
