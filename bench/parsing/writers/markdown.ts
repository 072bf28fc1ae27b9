import type { Item, Piece, Span, Writer } from '../documents/document.ts';

const marks = { bold: '**', italic: '*', code: '`' } as const;

function inline({ text, look, href }: Span): string {
  if (href) return `[${text}](${href})`;
  const mark = look ? marks[look] : '';
  return mark + text + mark;
}

const inlines = (spans: readonly Span[]) => spans.map(inline).join('');

function list(items: readonly Item[], ordered: boolean, indent: string): string {
  return items
    .map(({ spans, items: below }, index) => {
      const marker = ordered ? `${index + 1}. ` : '- ';
      const own = `${indent}${marker}${inlines(spans)}`;
      return below ? `${own}\n${list(below, false, indent + ' '.repeat(marker.length))}` : own;
    })
    .join('\n');
}

function write(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `${'#'.repeat(piece.level)} ${piece.text}`;
    case 'paragraph':
      return inlines(piece.spans);
    case 'list':
      return list(piece.items, piece.ordered, '');
    case 'code':
      return ['```', ...piece.lines, '```'].join('\n');
    case 'table': {
      const rows = piece.rows.map((cells) => `| ${cells.join(' | ')} |`);
      return [rows[0], `|${'---|'.repeat(piece.rows[0]?.length ?? 0)}`, ...rows.slice(1)].join('\n');
    }
  }
}

export const writeMarkdown: Writer = (document) => Buffer.from(`${document.map(write).join('\n\n')}\n`);
