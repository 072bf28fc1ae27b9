import { zipOf } from '../../zip/zip.fixture.ts';

const schema = 'http://schemas.openxmlformats.org';
const relationships = `${schema}/officeDocument/2006/relationships`;
const relation = (id: string, type: string, rest: string) =>
  `<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="${id}" Type="${relationships}/${type}" ${rest}/></Relationships>`;

const namespaces = [
  `xmlns:w="${schema}/wordprocessingml/2006/main"`,
  `xmlns:r="${relationships}"`,
  `xmlns:wp="${schema}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${schema}/drawingml/2006/main"`,
  `xmlns:pic="${schema}/drawingml/2006/picture"`,
].join(' ');
const extent = 'cx="900000" cy="900000"';
const picture = `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="P"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill><a:blip r:link="linked"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>`;
const drawing = `<w:drawing><wp:inline><wp:extent ${extent}/><wp:docPr id="1" name="P"/><a:graphic>
<a:graphicData uri="${schema}/drawingml/2006/picture">${picture}</a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** A DOCX, complete enough for LibreOffice, with a word and a picture that is not in it but at a URL. */
export const linkedPicture = (url: string): Buffer =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${schema}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relation('document', 'officeDocument', 'Target="word/document.xml"'),
    'word/_rels/document.xml.rels': relation('linked', 'image', `Target="${url}" TargetMode="External"`),
    'word/document.xml': `<w:document ${namespaces}><w:body><w:p><w:r><w:t>Before</w:t></w:r><w:r>${drawing}</w:r></w:p></w:body></w:document>`,
  });
