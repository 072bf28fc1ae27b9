import { AppError } from '@docfleet/errors';
import { parseJson } from '@docfleet/provider';
import { z } from 'zod';

/** Notes of today are a tree as editors based on ProseMirror keep it. */
interface NoteNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly NoteNode[] | undefined;
  readonly marks?: readonly Mark[] | undefined;
}
const mark = z.object({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() });
type Mark = z.output<typeof mark>;
const node: z.ZodType<NoteNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    text: z.string().optional(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    content: z.array(node).optional(),
    marks: z.array(mark).optional(),
  }),
);
const note = z.object({ doc: node });
/** Format of notes before 2022: a text with attributes. */
const previousNote = z.object({ atext: z.object({ text: z.string() }) });

const maxDepth = 100;

const block = (text: string) => (text.trim() === '' ? '' : `${text.trim()}\n\n`);

const cellOf = (text: string) =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, '<br>');

function rowsOf(table: NoteNode, depth: number): string {
  const rows = (table.content ?? []).map((row) =>
    (row.content ?? []).map((cell) => cellOf(inside(cell, depth))),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows;
  return block([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'));
}

function listItem(mark: string, item: NoteNode, depth: number): string {
  const lines = inside(item, depth)
    .trim()
    .replace(/\n{2,}/g, '\n')
    .split('\n');
  return `${mark}${lines.join(`\n${' '.repeat(mark.length)}`)}\n`;
}

const inside = ({ content = [] }: NoteNode, depth: number): string =>
  content.map((child) => markdownOf(child, depth + 1)).join('');

/** Writes a link with its address, unless its text is the address. */
function linked({ text = '', marks = [] }: NoteNode): string {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
  if (typeof href !== 'string' || href === '' || href === text || text.trim() === '') return text;
  return `[${text}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

function markdownOf(here: NoteNode, depth: number): string {
  if (depth > maxDepth) return '';
  const items = (mark: (index: number, item: NoteNode) => string) =>
    (here.content ?? []).map((item, index) => listItem(mark(index, item), item, depth)).join('');
  switch (here.type) {
    case 'text':
      return linked(here);
    case 'hard_break':
      return '\n';
    case 'heading':
      return block(`${'#'.repeat(Number(here.attrs?.['level'] ?? 2))} ${inside(here, depth)}`);
    case 'bullet_list':
      return block(items(() => '- '));
    case 'ordered_list':
      return block(items((index) => `${index + 1}. `));
    case 'check_list':
      return block(items((_, { attrs }) => (attrs?.['checked'] === true ? '- [x] ' : '- [ ] ')));
    case 'table':
      return rowsOf(here, depth);
    case 'blockquote':
    case 'call_out_box':
      return block(inside(here, depth).trim().replace(/^/gm, '> '));
    case 'code_block':
      return block(`\`\`\`\n${inside(here, depth)}\n\`\`\``);
    case 'horizontal_rule':
      return block('---');
    case 'paragraph':
      return block(inside(here, depth));
    default:
      return inside(here, depth);
  }
}

export const unknownNote = () =>
  new AppError('ITEM_UNSUPPORTED', 'This Box Note has a form that is not known');

/** A Box Note as Markdown; ITEM_UNSUPPORTED for a form that is not known. */
export function noteToMarkdown(text: string): string {
  const json = parseJson(text);
  const previous = previousNote.safeParse(json).data;
  if (previous) return `${previous.atext.text.trim()}\n`;
  const current = note.safeParse(json).data;
  if (!current) throw unknownNote();
  return `${markdownOf(current.doc, 0).trim()}\n`;
}
