import { tableToMarkdown } from '@docfleet/text/markdown';
import { Parser } from 'htmlparser2';
import {
  block,
  codeOf,
  emoticonOf,
  extensionOf,
  type Frame,
  frameOf,
  inlineCode,
  innermost,
  macroOf,
  nodeOf,
  quoted,
  type Writer,
  wrapped,
} from './storage-macros.ts';

const maxDepth = 200;

// https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html

/** Writes a text in one line, as a cell of a table has to be. */
const cellOf = (text: string) => text.trim().replace(/(?<!\s)\s*\n\s*/g, '<br>');

/** A whole number of an attribute; one where there is none. */
const wholeOf = (attribute: string | undefined) => Math.trunc(Number(attribute)) || 1;

function listItem({ text }: Frame, stack: readonly Frame[]): string {
  const list = innermost(stack);
  list.count += 1;
  const number = wholeOf(list.attributes['start']) + list.count - 1;
  const mark = list.name === 'ol' ? `${number}. ` : '- ';
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  return `\n${mark}${first.trim()}${rest.map((line) => `\n${' '.repeat(mark.length)}${line}`).join('')}`;
}

const spanOf = (span: string | undefined) => Math.max(1, wholeOf(span));

/** Cells gather in their row, and rows in their table, which is written when all of them are known: some span others. */
const cell: Writer = ({ name, attributes, text }, stack) => {
  const columns = spanOf(attributes['colspan']);
  const rows = spanOf(attributes['rowspan']);
  innermost(stack).cells.push({ text: cellOf(text), isHeader: name === 'th', columns, rows });
  return '';
};

const row: Writer = ({ cells }, stack) => {
  stack.findLast(({ name }) => name === 'table')?.rows.push({ cells: [...cells], isHead: false });
  return '';
};

/** Writes a table of one column as the content of its cells. */
const table: Writer = ({ rows, text }) =>
  block(
    tableToMarkdown(rows) ??
      [text, ...rows.flatMap(({ cells }) => cells.map((one) => one.text))].join('\n\n'),
  );

const linkOf = ({ attributes, text }: Frame): string => {
  const href = attributes['href'];
  return href && text.trim() ? `[${text.trim()}](${href})` : text;
};

const heading =
  (level: number): Writer =>
  ({ text }) =>
    block(`${'#'.repeat(level)} ${text.trim()}`);

const paragraph: Writer = ({ text }) => block(text);

/** Writers of elements by name, called with the written content; other elements keep their content as it is. */
const writers: Readonly<Record<string, Writer>> = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  p: paragraph,
  div: paragraph,
  br: () => '\n',
  hr: () => block('---'),
  strong: wrapped('**'),
  b: wrapped('**'),
  em: wrapped('*'),
  i: wrapped('*'),
  del: wrapped('~~'),
  code: inlineCode,
  pre: codeOf,
  blockquote: ({ text }) => quoted(text),
  // The empty lines around what is within an item of a list are left out with those of the item.
  ul: ({ text }) => block(text),
  ol: ({ text }) => block(text),
  li: listItem,
  table,
  tr: row,
  th: cell,
  td: cell,
  a: linkOf,
  time: ({ attributes }) => attributes['datetime'] ?? '',
  'ac:structured-macro': macroOf,
  'ac:adf-extension': extensionOf,
  'ac:adf-node': nodeOf,
  'ac:adf-attribute': () => '',
  'ac:adf-mark': () => '',
  'ac:placeholder': () => '',
  'ac:task-uuid': () => '',
  'ac:emoticon': emoticonOf,
  'ac:task': ({ text, parameters }) =>
    `\n- [${parameters.get('status') === 'complete' ? 'x' : ' '}] ${text.trim()}`,
  'ac:task-list': ({ text }) => block(text),
  'ac:task-id': () => '',
  'ri:page': ({ attributes }, stack) => named(attributes['ri:content-title'], stack),
  'ri:attachment': ({ attributes }, stack) => named(attributes['ri:filename'], stack),
  'ri:user': ({ attributes }, stack) => named(`@${attributes['ri:username'] || 'user'}`, stack),
  'ri:url': ({ attributes }, stack) => named(attributes['ri:value'], stack),
};

/** Records the name of a link's or image's target; it is shown unless the link has text of its own, which comes after it. */
function named(name: string | undefined, stack: readonly Frame[]): string {
  innermost(stack).parameters.set('name', name);
  return '';
}

/** Elements that are kept by the one they are in, instead of being written. */
function keepWithParent({ name, attributes, text, parameters }: Frame, parent: Frame): boolean {
  const kept = parent.parameters;
  // Its value may be a reference: to a file, a page, an address.
  if (name === 'ac:parameter')
    kept.set(attributes['ac:name'] ?? '', text || parameters.get('name') || undefined);
  else if (name === 'ac:adf-fallback') kept.set('fallback', text);
  else if (name === 'ac:task-status') kept.set('status', text.trim());
  else return false;
  return true;
}

/** Returns the text of a link, the caption or description of an image, or else the name of its target. */
const referenceOf = ({ text, attributes, parameters }: Frame): string =>
  text.trim() || attributes['ac:alt'] || (parameters.get('name') ?? '');

function close(stack: Frame[]): void {
  const frame = stack.pop() as Frame;
  const parent = innermost(stack);
  if (keepWithParent(frame, parent)) return;
  const isReference = frame.name === 'ac:link' || frame.name === 'ac:image';
  parent.text += isReference ? referenceOf(frame) : (writers[frame.name]?.(frame, stack) ?? frame.text);
}

const isVerbatim = (stack: readonly Frame[]) =>
  stack.some(({ name }) => name === 'ac:plain-text-body' || name === 'pre');

/** Converts Confluence's storage format to Markdown, macros, tables, tasks and mentions included; of unknown elements keeps the text. */
export function storageToMarkdown(storage: string): string {
  const root = frameOf('');
  const stack = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (stack.length > maxDepth) tooDeep += 1;
        else stack.push(frameOf(name, attributes));
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else close(stack);
      },
      ontext(text) {
        const frame = innermost(stack);
        frame.text += isVerbatim(stack) ? text : text.replace(/\s+/g, ' ');
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  );
  // Elements that are still open are closed at the end.
  parser.end(storage);
  return root.text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
