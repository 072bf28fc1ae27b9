import type { Block, Inline, ListItem, Place } from '../../../document-tree/tree.ts';
import type { Line } from './lines.ts';
import { type TablePart, toTableBlock } from './unruled-rows.ts';

/** An item of a list that may still get more lines. */
export interface OpenItem {
  readonly x: number;
  readonly ordered: boolean;
  readonly number: number | undefined;
  readonly content: Inline[];
  readonly at: Place[];
  readonly children: OpenItem[];
}

/** A line of code: where it begins, its text, and how wide its letters are. */
export interface CodeLine {
  readonly x: number;
  readonly text: string;
  readonly width: number;
  readonly lineNumber?: string;
}

/** A block that may still get more lines. */
export type OpenBlock =
  | { readonly kind: 'paragraph'; readonly content: Inline[]; last: Line }
  | { readonly kind: 'heading'; readonly level: number; readonly content: Inline[]; last: Line }
  | { readonly kind: 'code'; readonly lines: CodeLine[]; last: Line }
  | { readonly kind: 'table'; readonly table: TablePart }
  | {
      readonly kind: 'list';
      readonly roots: OpenItem[];
      path: OpenItem[];
      last: Line;
      /** From where the current column stands to where the one stands that the list began in. */
      shift: number;
    };

function toItems(open: readonly OpenItem[]): ListItem[] {
  return open.map(({ content, at, children, number }) => ({
    blocks: [{ kind: 'paragraph', content, at }, ...toLists(children)],
    ...(number !== undefined && { number }),
  }));
}

/** Neighbors of one kind are one list. */
function toLists(open: readonly OpenItem[]): Block[] {
  const lists: Block[] = [];
  let group: OpenItem[] = [];
  for (const item of open) {
    if (group.length > 0 && group[0]?.ordered !== item.ordered) {
      lists.push({ kind: 'list', ordered: group[0]?.ordered ?? false, items: toItems(group) });
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0)
    lists.push({ kind: 'list', ordered: group[0]?.ordered ?? false, items: toItems(group) });
  return lists;
}

function toCode(lines: readonly CodeLine[]): Block {
  const digits = Math.max(0, ...lines.map(({ lineNumber }) => lineNumber?.length ?? 0));
  const numberOf = ({ lineNumber = '' }: CodeLine) => (digits > 0 ? `${lineNumber.padStart(digits)} ` : '');
  const left = Math.min(...lines.map(({ x }) => x));
  const text = lines
    .map((line) => numberOf(line) + ' '.repeat(Math.round((line.x - left) / line.width)) + line.text)
    .join('\n');
  return { kind: 'code', text };
}

/** Converts the open list to blocks; a list of several kinds becomes several lists. */
export function toBlocks(open: OpenBlock): Block[] {
  switch (open.kind) {
    case 'paragraph':
      return [{ kind: 'paragraph', content: open.content }];
    case 'heading':
      // The looks of a heading are its level.
      return [
        {
          kind: 'heading',
          level: open.level,
          content: open.content.map((inline) => ('text' in inline ? { ...inline, bold: false } : inline)),
        },
      ];
    case 'code':
      return [toCode(open.lines)];
    case 'table':
      return [toTableBlock(open.table)];
    case 'list':
      return toLists(open.roots);
  }
}
