import { tableToMarkdown } from '@docfleet/text/markdown';
import { Parser } from 'htmlparser2';
import { block, type Frame, frameOf, inside, quoted, type Writer, wrapped } from './storage-frame.ts';
import { codeOf, emoticonOf, extensionOf, inlineCode, macroOf, nodeOf } from './storage-macros.ts';

const deepest = 200;

// https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html

/** One line, as a cell of a table has to be. */
const cellOf = (text: string) => text.trim().replace(/(?<!\s)\s*\n\s*/g, '<br>');

function listItem({ text }: Frame, stack: readonly Frame[]): string {
  const list = stack.at(-1);
  if (list) list.count += 1;
  const begin = Math.trunc(Number(list?.attributes['start'] ?? 1)) || 1;
  const mark = list?.name === 'ol' ? `${begin + list.count - 1}. ` : '- ';
  const [first = '', ...rest] = text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return `\n${mark}${first.trim()}${rest.map((line) => `\n${' '.repeat(mark.length)}${line}`).join('')}`;
}

const spanOf = (span: string | undefined) => Math.max(1, Math.trunc(Number(span)) || 1);

/** Cells gather in their row, and rows in their table, which is written when all of them are known: some span others. */
const cell: Writer = ({ name, attributes, text }, stack) => {
  const columns = spanOf(attributes['colspan']);
  const rows = spanOf(attributes['rowspan']);
  stack.at(-1)?.cells.push({ text: cellOf(text), isHeader: name === 'th', columns, rows });
  return '';
};

const row: Writer = ({ cells }, stack) => {
  stack.findLast(({ name }) => name === 'table')?.rows.push({ cells: [...cells], isHead: false });
  return '';
};

/** A table of one column is what is in its cells. */
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

const paragraph: Writer = ({ text }, stack) => (inside(stack, 'li') ? `${text}\n` : block(text));

/** What becomes of an element once its content is written; others leave their content as it is. */
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
  // The empty lines around a list within an item are left out with those of the item.
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

/** What a link or image refers to; shown unless the link has words of its own, which come after it. */
function named(name: string | undefined, stack: readonly Frame[]): string {
  if (name) stack.at(-1)?.parameters.set('name', name);
  return '';
}

/** Notes what an element has for the one that it is in; what has no value is absent. */
function keep({ parameters }: Frame, name: string, value: string | undefined): void {
  if (value) parameters.set(name, value);
}

/** Elements that are kept by the one they are in, instead of being written. */
function keepWithParent({ name, attributes, text, parameters }: Frame, parent: Frame): boolean {
  // Its value may be a reference: to a file, a page, an address.
  if (name === 'ac:parameter') keep(parent, attributes['ac:name'] ?? '', text || parameters.get('name'));
  else if (name === 'ac:adf-fallback') keep(parent, 'fallback', text);
  else if (name === 'ac:task-status') keep(parent, 'status', text.trim());
  else return false;
  return true;
}

/** The words of a link, the caption or description of an image, or else the name of what is referred to. */
const referenceOf = ({ text, attributes, parameters }: Frame): string =>
  text.trim() || attributes['ac:alt'] || (parameters.get('name') ?? '');

function close(stack: Frame[]): void {
  const frame = stack.pop();
  const parent = stack.at(-1);
  if (!frame || !parent || keepWithParent(frame, parent)) return;
  const isReference = frame.name === 'ac:link' || frame.name === 'ac:image';
  parent.text += isReference ? referenceOf(frame) : (writers[frame.name]?.(frame, stack) ?? frame.text);
}

const isVerbatim = (stack: readonly Frame[]) =>
  stack.some(({ name }) => name === 'ac:plain-text-body' || name === 'pre');

/** Confluence's storage format as Markdown: macros, tables, tasks and mentions included; what it does not know leaves its text. */
export function storageToMarkdown(storage: string): string {
  const root = frameOf('');
  const stack = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (stack.length > deepest) tooDeep += 1;
        else stack.push(frameOf(name, attributes));
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else close(stack);
      },
      ontext(text) {
        const frame = stack.at(-1) as Frame;
        frame.text += isVerbatim(stack) ? text : text.replace(/\s+/g, ' ');
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(storage);
  while (stack.length > 1) close(stack);
  return root.text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
