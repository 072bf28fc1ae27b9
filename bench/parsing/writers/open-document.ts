import { strToU8, zipSync } from 'fflate';
import { type Item, type Piece, type Span, sectionsOf, type Writer } from '../documents/document.ts';
import { escapeMarkup } from './html.ts';

const namespaces = ['office', 'text', 'table', 'style', 'draw', 'presentation']
  .map((name) => {
    const path = name === 'draw' ? 'drawing' : name;
    return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${path}:1.0"`;
  })
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
  )
  .join(' ');

const levelStyles = (level: (index: number) => string) => [1, 2, 3].map(level).join('');
const bulletLevels = (from: number) => (index: number) =>
  index < from ? '' : `<text:list-level-style-bullet text:level="${index}" text:bullet-char="•"/>`;

const styles = `<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="code" style:family="text"><style:text-properties fo:font-family="Courier New"/></style:style>
<style:style style:name="listing" style:family="paragraph"><style:text-properties fo:font-family="Courier New"/></style:style>
<text:list-style style:name="bullets">${levelStyles(bulletLevels(1))}</text:list-style>
<text:list-style style:name="numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>${levelStyles(bulletLevels(2))}</text:list-style>`;

/** Spaces beyond the first have an element of their own. */
const text = (value: string) =>
  escapeMarkup(value).replace(/^ | {2}/g, (found) => (found.length > 1 ? ' <text:s/>' : '<text:s/>'));

function inline({ text: value, look, href }: Span): string {
  if (href)
    return `<text:a xlink:type="simple" xlink:href="${escapeMarkup(href)}">${escapeMarkup(value)}</text:a>`;
  return look
    ? `<text:span text:style-name="${look}">${escapeMarkup(value)}</text:span>`
    : escapeMarkup(value);
}

const paragraph = (spans: readonly Span[]) => `<text:p>${spans.map(inline).join('')}</text:p>`;

function list(items: readonly Item[], style?: string): string {
  const item = ({ spans, items: below }: Item) =>
    `<text:list-item>${paragraph(spans)}${below ? list(below) : ''}</text:list-item>`;
  return `<text:list${style ? ` text:style-name="${style}"` : ''}>${items.map(item).join('')}</text:list>`;
}

function write(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `<text:h text:outline-level="${piece.level}">${escapeMarkup(piece.text)}</text:h>`;
    case 'paragraph':
      return paragraph(piece.spans);
    case 'list':
      return list(piece.items, piece.ordered ? 'numbers' : 'bullets');
    case 'code':
      return piece.lines.map((line) => `<text:p text:style-name="listing">${text(line)}</text:p>`).join('');
    case 'table':
      return table(piece.rows);
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const cell = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${escapeMarkup(value)}</text:p></table:table-cell>`;
  const row = (cells: readonly string[]) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  const [head = [], ...rest] = rows;
  const columns = `<table:table-column table:number-columns-repeated="${head.length}"/>`;
  return `<table:table>${columns}<table:table-header-rows>${row(head)}</table:table-header-rows>${rest.map(row).join('')}</table:table>`;
}

function pack(mimeType: string, body: string): Uint8Array {
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces} office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`;
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entry('/', mimeType)}${entry('content.xml', 'text/xml')}</manifest:manifest>`;
  return zipSync({
    mimetype: [strToU8(mimeType), { level: 0 }],
    'META-INF/manifest.xml': strToU8(manifest),
    'content.xml': strToU8(content),
  });
}

export const writeOdt: Writer = (document) =>
  pack(
    'application/vnd.oasis.opendocument.text',
    `<office:text>${document.map(write).join('')}</office:text>`,
  );

const frame = (kind: string, content: string) =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;

function slide(pieces: readonly Piece[], index: number): string {
  const shapes = pieces.map((piece) => {
    if (piece.kind === 'heading') return frame('title', `<text:p>${escapeMarkup(piece.text)}</text:p>`);
    if (piece.kind === 'table') return `<draw:frame>${write(piece)}</draw:frame>`;
    return frame('outline', write(piece));
  });
  return `<draw:page draw:name="page${index + 1}">${shapes.join('')}</draw:page>`;
}

export const writeOdp: Writer = (document) =>
  pack(
    'application/vnd.oasis.opendocument.presentation',
    `<office:presentation>${sectionsOf(document).map(slide).join('')}</office:presentation>`,
  );
