import { type Claims, type ZipContent, zipOf } from '../../zip/zip.fixture.ts';

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export const contentTypes = (type = main) =>
  `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;

/** A DOCX whose body is given as XML, with other parts if any. */
export function docxOf(body: string, parts: ZipContent = {}, claims: Claims = {}): Buffer {
  const document = `<w:document><w:body>${body}</w:body></w:document>`;
  return zipOf({ '[Content_Types].xml': contentTypes(), 'word/document.xml': document, ...parts }, claims);
}
