import { expect, test } from '@jest/globals';
import { convertFile } from '../../../test/convert.fixture.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const flatOf = (kind: string, body: string) =>
  `<?xml version="1.0"?><office:document xmlns:office="${oasis}:office:1.0" xmlns:text="${oasis}:text:1.0" xmlns:table="${oasis}:table:1.0" xmlns:style="${oasis}:style:1.0" xmlns:draw="${oasis}:drawing:1.0" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:styles><style:style style:name="Title" style:family="paragraph"/></office:styles><office:automatic-styles/><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

test.each([
  [
    'text',
    '<text:p text:style-name="Title">Rules</text:p><text:p>one <text:span>two</text:span></text:p>',
    '# Rules\n\none two\n',
  ],
  [
    'presentation',
    '<draw:page><draw:frame><draw:text-box><text:p>On a slide</text:p></draw:text-box></draw:frame></draw:page>',
    'On a slide\n',
  ],
  [
    'spreadsheet',
    '<table:table table:name="Data"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>',
    '## Data\n\n| a | b |\n| --- | --- |\n',
  ],
])('an OpenDocument %s in one XML file is read as what it is', async (kind, body, markdown) => {
  await expect(convertFile({ name: 'a.xml', content: flatOf(kind, body) })).resolves.toEqual({
    mimeType: `application/vnd.oasis.opendocument.${kind}-flat-xml`,
    markdown,
  });
});

test('a document of Word 2003 in one XML file is read with its headings', async () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const content = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint"><w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles><w:body><wx:sect><wx:sub-section><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run('Rules')}</w:p></wx:sub-section><w:p>${run('old ')}${run('word')}</w:p></wx:sect></w:body></w:wordDocument>`;
  await expect(convertFile({ name: 'a.doc', content })).resolves.toEqual({
    mimeType: 'application/msword',
    markdown: '# Rules\n\nold word\n',
  });
});

const schemas = 'http://schemas.openxmlformats.org';
const related = `${schemas}/officeDocument/2006/relationships`;
const packageOf = (program: string, parts: Readonly<Record<string, string>>) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<?mso-application progid="${program}"?>\n<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">${Object.entries(
    parts,
  )
    .map(([name, content]) => `<pkg:part pkg:name="${name}" pkg:contentType="x">${content}</pkg:part>`)
    .join('')}</pkg:package>`;
const xmlOf = (content: string) => `<pkg:xmlData>${content}</pkg:xmlData>`;
const relationshipsOf = (kind: string, target: string) =>
  xmlOf(
    `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${related}/${kind}" Target="${target}"/></Relationships>`,
  );

test('a document whose parts lie in one XML file, and the files in it, are read', async () => {
  const content = packageOf('Word.Document', {
    '/_rels/.rels': relationshipsOf('officeDocument', 'word/document.xml'),
    '/word/document.xml': xmlOf(
      `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Rules &amp; &lt;duties&gt;</w:t></w:r></w:p></w:body></w:document>`,
    ),
    '/word/_rels/document.xml.rels': relationshipsOf('package', 'embeddings/notes.txt'),
    '/word/embeddings/notes.txt': `<pkg:binaryData>${Buffer.from('Leave is thirty days.').toString('base64')}</pkg:binaryData>`,
  });
  const { mimeType, markdown } = await convertFile({ name: 'a.xml', content });
  expect(mimeType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  expect(markdown).toContain('Rules & \\<duties>');
  expect(markdown).toContain('Leave is thirty days.');
});

test('a presentation whose parts lie in one XML file is read slide by slide', async () => {
  const names = `xmlns:p="${schemas}/presentationml/2006/main" xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${related}"`;
  const content = packageOf('PowerPoint.Show', {
    '/_rels/.rels': relationshipsOf('officeDocument', 'ppt/presentation.xml'),
    '/ppt/presentation.xml': xmlOf(
      `<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    ),
    '/ppt/_rels/presentation.xml.rels': relationshipsOf('slide', 'slides/slide1.xml'),
    '/ppt/slides/slide1.xml': xmlOf(
      `<p:sld ${names}><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>On a slide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    ),
  });
  const { mimeType, markdown } = await convertFile({ name: 'a.xml', content });
  expect(mimeType).toBe('application/vnd.openxmlformats-officedocument.presentationml.presentation');
  expect(markdown).toContain('On a slide');
});
