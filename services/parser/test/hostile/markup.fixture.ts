import { docxOf } from '../../../../packages/readers/formats/test/formats/docx/docx.fixture.ts';
import { openDocumentOf } from '../../../../packages/readers/formats/test/open-document/open-document.fixture.ts';
import { zipOf } from '../../../../packages/readers/formats/test/zip/zip.fixture.ts';
import {
  empty,
  type HostileFile,
  hostile,
  readable,
  tooComplex,
  unreadable,
} from './hostile-file.fixture.ts';

const levels = 'abcdefghij'.split('');
const definitions = levels
  .map((name, index) => `<!ENTITY ${name} "${index === 0 ? 'lol' : `&${levels[index - 1]};`.repeat(10)}">`)
  .join('');
const laughs = `<!DOCTYPE x [${definitions}]>`;
const outside = (address: string) => `<!DOCTYPE x [<!ENTITY e SYSTEM "${address}">]>`;

/** A DOCX whose document begins with a document type. */
const docxWith = (type: string, entity: string) =>
  zipOf({
    '[Content_Types].xml': contentTypes,
    'word/document.xml': `<?xml version="1.0"?>${type}<w:document><w:body><w:p><w:r><w:t>safe &${entity};</w:t></w:r></w:p></w:body></w:document>`,
  });

const contentTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

const deep = (tag: string, depth: number) => Buffer.from(`<html><body>${`<${tag}>`.repeat(depth)}end`);
const anyEnd = [readable, tooComplex, unreadable];

/** XML and HTML in which all addresses lead to `canary`, which must never be requested. */
export const hostileMarkup = (canary: string): readonly HostileFile[] => [
  hostile('a billion laughs.docx', [readable, unreadable], () => docxWith(laughs, 'j')),
  hostile('an external entity.docx', [readable, unreadable], () =>
    docxWith(outside('file:///etc/passwd'), 'e'),
  ),
  hostile('an entity of a server.docx', [readable, unreadable], () => docxWith(outside(canary), 'e')),
  hostile('a billion laughs.xml', [readable, unreadable, tooComplex], () =>
    Buffer.from(`<?xml version="1.0"?>${laughs}<x>safe &j;</x>`),
  ),
  hostile('an external entity.xml', [readable, unreadable], () =>
    Buffer.from(`<?xml version="1.0"?>${outside('file:///etc/passwd')}<x>safe &e;</x>`),
  ),
  hostile('an external type.xml', [readable, unreadable], () =>
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE x SYSTEM "${canary}x.dtd"><x>safe</x>`),
  ),
  hostile('deep.xml', anyEnd, () => Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(300_000)}x`)),
  hostile('many attributes.xml', anyEnd, () => {
    const attributes = Array.from({ length: 50_000 }, (_, index) => `a${index}="x"`).join(' ');
    return Buffer.from(`<?xml version="1.0"?><x ${attributes}>text</x>`);
  }),
  hostile('deep.json', anyEnd, () => Buffer.from('['.repeat(2_000_000))),
  hostile('deep and closed.json', anyEnd, () =>
    Buffer.from(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
  ),
  hostile('many members.json', readable, () => {
    const members = Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]);
    return Buffer.from(JSON.stringify(Object.fromEntries(members)));
  }),
  hostile('a long number.json', anyEnd, () => Buffer.from(`{"a": ${'9'.repeat(5_000_000)}}`)),
  hostile('deep divisions.html', anyEnd, () => deep('div', 100_000)),
  hostile('deep lists.html', anyEnd, () => deep('ul><li', 30_000)),
  hostile('deep tables.html', anyEnd, () => deep('table><tr><td', 30_000)),
  hostile('deep quotes.html', anyEnd, () => deep('blockquote', 30_000)),
  hostile('deep emphasis.html', anyEnd, () => deep('b><i', 50_000)),
  hostile('a wide cell.html', anyEnd, () =>
    Buffer.from('<table><tr><td colspan=100000000 rowspan=100000000>x</td></tr><tr><td>y</table>'),
  ),
  hostile('one long tag.html', [...anyEnd, empty], () =>
    Buffer.from(`<html><p ${'a="b" '.repeat(2_000_000)}>x`),
  ),
  hostile('one long entity.html', anyEnd, () => Buffer.from(`<html><p>&${'a'.repeat(5_000_000)}`)),
  hostile('open comments.html', [...anyEnd, empty], () =>
    Buffer.from(`<html><p>x${'<!--'.repeat(2_000_000)}`),
  ),
  hostile('pictures of a server.html', readable, () =>
    Buffer.from(
      `<html><head><link rel=stylesheet href="${canary}"><meta http-equiv=refresh content="0;url=${canary}"><script src="${canary}"></script></head><body>x<img src="${canary}"><iframe src="${canary}"></iframe><style>@import url(${canary})</style></body></html>`,
    ),
  ),
  hostile('pictures of a server.docx', readable, () =>
    docxOf('<w:p><w:r><w:t>x</w:t></w:r><w:r><w:drawing><a:blip r:link="rId9"/></w:drawing></w:r></w:p>', {
      'word/_rels/document.xml.rels': `<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${canary}" TargetMode="External"/><Relationship Id="rId8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${canary}" TargetMode="External"/></Relationships>`,
    }),
  ),
  hostile('pictures of a server.odt', readable, () =>
    openDocumentOf(
      'text',
      `<text:p>x<draw:frame><draw:image xlink:href="${canary}" xlink:type="simple"/></draw:frame></text:p><text:section><text:section-source xlink:href="${canary}"/></text:section>`,
    ),
  ),
  hostile('pictures of a server.rtf', readable, () =>
    Buffer.from(
      `{\\rtf1{\\*\\template ${canary}}{\\field{\\*\\fldinst INCLUDEPICTURE "${canary}"}{\\fldrslt x}}{\\object\\objautlink{\\*\\objclass x}}\\par text}`,
    ),
  ),
  hostile('pictures of a server.eml', readable, () =>
    Buffer.from(
      `From: a@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body>x<img src="${canary}"></body></html>`,
    ),
  ),
  hostile('pictures of a server.epub', readable, () =>
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      'a.opf': `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="${canary}" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
      'a.xhtml': `<html><body>x<img src="${canary}"/></body></html>`,
    }),
  ),
  hostile('deep groups.rtf', anyEnd, () => Buffer.from(`{\\rtf1 ${'{'.repeat(1_000_000)}x`)),
  hostile('a long binary.rtf', [...anyEnd, empty], () => Buffer.from('{\\rtf1 x\\bin2000000000 y}')),
  hostile('wide tables.rtf', anyEnd, () =>
    Buffer.from(`{\\rtf1\\trowd${'\\cellx1'.repeat(30_000)}${'\\intbl x\\cell'.repeat(30_000)}\\row}`),
  ),
];
