import { htmlToMarkdown } from '@docfleet/text/html';
import { fencedCode } from '@docfleet/text/markdown';
import type { Source } from '../../format.ts';
import type { Output } from './read-notebook.ts';

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
export function* writeOutputs(
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
