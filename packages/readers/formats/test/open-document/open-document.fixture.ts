import { type ZipContent, zipOf } from '../zip/zip.fixture.ts';

/** An OpenDocument file of a kind (`text`, `presentation`) whose body and styles are given as XML. */
export function openDocumentOf(kind: string, body: string, styles = '', parts: ZipContent = {}): Buffer {
  const content = `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': content,
    ...parts,
  });
}

export const paragraph = (content: string, style = '') =>
  `<text:p text:style-name="${style}">${content}</text:p>`;

export const list = (style: string, ...items: string[]) =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;

export const listStyle = (name: string, kind: 'bullet' | 'number') =>
  `<text:list-style style:name="${name}">${[1, 2, 3]
    .map((level) => `<text:list-level-style-${kind} text:level="${level}" style:num-format="1"/>`)
    .join('')}</text:list-style>`;
