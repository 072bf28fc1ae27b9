import { expect, test } from '@jest/globals';
import { convertLocated } from '../../test/convert.fixture.ts';
import { relationshipsOf } from '../../test/open-xml/chart.fixture.ts';
import { zipOf } from '../../test/zip/zip.fixture.ts';

/** Returns the part that declares the type of the package's main part. */
const typed = (part: string, kind: string) => ({
  '[Content_Types].xml': `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
});
const body = '<w:document><w:body><w:p><w:r><w:t>Clause 4</w:t></w:r></w:p></w:body></w:document>';
const files = {
  'a.docx': {
    ...typed('word/document.xml', 'wordprocessingml.document'),
    'word/document.xml': body,
    'word/_rels/document.xml.rels': relationshipsOf(['r1', 'comments', 'comments.xml']),
    'word/comments.xml':
      '<w:comments><w:comment w:id="0"><w:p><w:r><w:t>No.</w:t></w:r></w:p></w:comment><w:comment w:id="1"/></w:comments>',
  },
  'a.pptx': {
    ...typed('ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationshipsOf(['s1', 'slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml':
      '<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Clause 4</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
    'ppt/slides/_rels/slide1.xml.rels': relationshipsOf(['c1', 'comments', '../comments/comment1.xml']),
    'ppt/comments/comment1.xml':
      '<p:cmLst><p:cm><p:text>No.</p:text></p:cm><p:cm><p:text>Yes.</p:text></p:cm></p:cmLst>',
  },
  'a.xlsx': {
    ...typed('xl/workbook.xml', 'spreadsheetml.sheet'),
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="s1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsOf(['s1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Clause 4</t></is></c></row></sheetData></worksheet>',
    'xl/worksheets/_rels/sheet1.xml.rels': relationshipsOf(['c1', 'comments', '../comments1.xml']),
    'xl/comments1.xml':
      '<comments><commentList><comment ref="A1"><text><t>No.</t></text></comment><comment ref="A2"/></commentList></comments>',
  },
};

test.each([
  ['a.docx', null],
  ['a.pptx', 'slide 1'],
  ['a.xlsx', 'sheet S'],
] as const)('comments of %s are counted as not read', async (name, where) => {
  const { markdown, notRead } = await convertLocated({ name, content: zipOf(files[name]) });
  expect(markdown).toContain('Clause 4');
  expect(markdown).not.toContain('No.');
  expect(notRead).toEqual([expect.objectContaining({ what: 'ANNOTATION', where, count: 2 })]);
});
