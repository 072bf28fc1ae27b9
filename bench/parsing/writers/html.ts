import type { Item, Piece, SourceDocument, Span, Writer } from '../documents/document.ts';

export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const tags = { bold: 'strong', italic: 'em', code: 'code' } as const;

function inline({ text, look, href }: Span): string {
  const inner = escapeMarkup(text);
  if (href) return `<a href="${escapeMarkup(href)}">${inner}</a>`;
  return look ? `<${tags[look]}>${inner}</${tags[look]}>` : inner;
}

const inlines = (spans: readonly Span[]) => spans.map(inline).join('');

function list(items: readonly Item[], tag: string): string {
  const item = ({ spans, items: below }: Item) =>
    `<li>${inlines(spans)}${below ? list(below, 'ul') : ''}</li>`;
  return `<${tag}>${items.map(item).join('\n')}</${tag}>`;
}

function write(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `<h${piece.level}>${escapeMarkup(piece.text)}</h${piece.level}>`;
    case 'paragraph':
      return `<p>${inlines(piece.spans)}</p>`;
    case 'list':
      return list(piece.items, piece.ordered ? 'ol' : 'ul');
    case 'code':
      return `<pre><code>${escapeMarkup(piece.lines.join('\n'))}</code></pre>`;
    case 'table': {
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${cells.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`;
      return `<table>${piece.rows.map((cells, index) => row(cells, index === 0 ? 'th' : 'td')).join('\n')}</table>`;
    }
  }
}

/** A page, well-formed as XML too. */
export function toHtml(document: SourceDocument): string {
  const body = document.map(write).join('\n');
  return `<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>\n`;
}

export const writeHtml: Writer = (document) => Buffer.from(toHtml(document));
