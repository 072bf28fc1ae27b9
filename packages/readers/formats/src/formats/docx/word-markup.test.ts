import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { contentTypes, docxOf } from '../../../test/formats/docx/docx.fixture.ts';
import { zipOf } from '../../../test/zip/zip.fixture.ts';

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const read = (body: string, parts = {}) => markdownOf('a.docx', docxOf(body, parts));
const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;

test('tracked changes read as if they were accepted', async () => {
  const deletedEnd = '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>';
  const body =
    paragraph(
      run('keep '),
      `<w:ins>${run('new')}</w:ins>`,
      '<w:del><w:r><w:delText>old</w:delText></w:r></w:del>',
    ) +
    paragraph(`<w:moveFrom>${run('from')}</w:moveFrom>`, `<w:moveTo>${run('to')}</w:moveTo>`) +
    paragraph(deletedEnd, run('first half ')) +
    paragraph(run('second half'));
  expect(await read(body)).toBe('keep new\n\nto\n\nfirst half second half\n');
});

test.each([
  ['that are based on each other', 'Other', 'Chapter', 'paragraph'],
  ['with the id of another', 'Normal', 'Normal', 'character'],
])('headings by styles %s are headings', async (_what, base, otherBase, type) => {
  const style = (id: string, name: string, basedOn: string, kind = 'paragraph') =>
    `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/></w:style>`;
  const other =
    type === 'character' ? style('Chapter', 'Marked', otherBase, type) : style('Other', 'Other', otherBase);
  const relationships =
    '<Relationships><Relationship Id="r1" Type="http://x/styles" Target="styles.xml"/></Relationships>';
  const parts = {
    'word/styles.xml': `<w:styles>${style('Chapter', 'heading 1', base)}${other}</w:styles>`,
    'word/_rels/document.xml.rels': relationships,
  };
  const heading = '<w:p><w:pPr><w:pStyle w:val="Chapter"/></w:pPr><w:r><w:t>Boats</w:t></w:r></w:p>';
  expect(await read(heading, parts)).toBe('# Boats\n');
});

test('a deleted row is left out', async () => {
  const row = (text: string, properties = '') =>
    `<w:tr>${properties}<w:tc>${paragraph(run(text))}</w:tc><w:tc>${paragraph(run('x'))}</w:tc></w:tr>`;
  const body = `<w:tbl>${row('a')}${row('b', '<w:trPr><w:del/></w:trPr>')}${row('c')}</w:tbl>`;
  expect(await read(body)).toBe('| a | x |\n| --- | --- |\n| c | x |\n');
});

test('links made by fields are links, and no instruction is read', async () => {
  const instruct = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
  const complex = [
    field('begin'),
    instruct(' HYPERLINK "https://exa'),
    instruct('mple.com" '),
    field('separate'),
    run('site'),
    field('end'),
  ].join('');
  const page = field('begin') + instruct('PAGE') + field('separate') + run('7') + field('end');
  const simple = `<w:fldSimple w:instr="HYPERLINK https://example.org">${run('other')}</w:fldSimple>`;
  expect(await read(paragraph(complex, run(' '), simple, run(' p. '), page))).toBe(
    '[site](https://example.com) [other](https://example.org) p. 7\n',
  );
});

test('text boxes are read once, after the paragraph that they are anchored in', async () => {
  const drawing = `<w:drawing><wp:inline><wps:wsp><wps:txbx>${box('boxed')}</wps:txbx></wps:wsp></wp:inline></w:drawing>`;
  const old = `<w:pict><v:shape><v:textbox>${box('boxed')}</v:textbox></v:shape></w:pict>`;
  const both = `<w:r><mc:AlternateContent><mc:Choice>${drawing}</mc:Choice><mc:Fallback>${old}</mc:Fallback></mc:AlternateContent></w:r>`;
  expect(await read(paragraph(run('text'), both) + paragraph(run('after')))).toBe('text\n\nboxed\n\nafter\n');
});

test('content controls are gone through, their placeholders are not', async () => {
  const control = (content: string, properties = '') =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const placeholder = '<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click here</w:t></w:r>';
  const body =
    control(paragraph(run('block'))) +
    paragraph(control(run('inline')), control(placeholder, '<w:showingPlcHdr/>'));
  expect(await read(body)).toBe('block\n\ninline\n');
});

test('an equation is written as TeX', async () => {
  const text = (value: string) => `<m:r><m:t>${value}</m:t></m:r>`;
  const fraction = `<m:f><m:num>${text('a+b')}</m:num><m:den>${text('2')}</m:den></m:f>`;
  const power = `<m:sSup><m:e>${text('x')}</m:e><m:sup>${text('2')}</m:sup></m:sSup>`;
  expect(await read(paragraph(run('y = '), `<m:oMath>${fraction}${text('+')}${power}</m:oMath>`))).toBe(
    'y = $\\frac{a+b}{2}+x^{2}$\n',
  );
});

const mathText = (value: string, properties = '') =>
  `<m:r><m:rPr>${properties}</m:rPr><m:t>${value}</m:t></m:r>`;
const mathPart = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`;

test.each([
  [
    'a sum with bounds',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${mathPart('sub', mathText('i=1'))}${mathPart('sup', mathText('n'))}${mathPart('e', mathText('i'))}</m:nary>`,
    '$\\sum_{i=1}^{n} i$',
  ],
  [
    'a root',
    `<m:rad>${mathPart('deg', mathText('3'))}${mathPart('e', mathText('x'))}</m:rad>`,
    '$\\sqrt[3]{x}$',
  ],
  [
    'a matrix between brackets',
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m><m:mr>${mathPart('e', mathText('a'))}${mathPart('e', mathText('b'))}</m:mr><m:mr>${mathPart('e', mathText('c'))}${mathPart('e', mathText('d'))}</m:mr></m:m></m:e></m:d>`,
    '$\\begin{bmatrix}a & b \\\\ c & d\\end{bmatrix}$',
  ],
  [
    'cases',
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr>${mathPart('e', mathText('0'))}${mathPart('e', mathText('1'))}</m:eqArr></m:e></m:d>`,
    '$\\begin{cases}0 \\\\ 1\\end{cases}$',
  ],
  [
    'binomial coefficients',
    `<m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${mathPart('num', mathText('n'))}${mathPart('den', mathText('k'))}</m:f></m:e></m:d>`,
    '$\\binom{n}{k}$',
  ],
  [
    'an accent',
    `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${mathPart('e', mathText('v'))}</m:acc>`,
    '$\\vec{v}$',
  ],
  [
    'a limit of a function',
    `<m:func><m:fName><m:limLow>${mathPart('e', mathText('lim', '<m:sty m:val="p"/>'))}${mathPart('lim', mathText('x→0'))}</m:limLow></m:fName>${mathPart('e', mathText('sin', '<m:sty m:val="p"/>') + mathText('x'))}</m:func>`,
    '$\\lim_{x\\to0} \\sin x$',
  ],
  ['a run without a text (markitdown 2188)', `<m:r><m:rPr/></m:r>${mathText('x')}`, '$x$'],
  [
    'a fraction without properties (markitdown 2445)',
    `<m:f>${mathPart('num', mathText('1'))}${mathPart('den', mathText('2'))}</m:f>`,
    '$\\frac{1}{2}$',
  ],
  [
    'a caron (markitdown 2279)',
    `<m:acc><m:accPr><m:chr m:val="\u030c"/></m:accPr>${mathPart('e', mathText('r'))}</m:acc>`,
    '$\\check{r}$',
  ],
  [
    'a sum whose term stands behind it (pandoc 9117)',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${mathPart('sub', mathText('i=1'))}${mathPart('sup', mathText('n'))}</m:nary><m:sSup>${mathPart('e', mathText('x'))}${mathPart('sup', mathText('2'))}</m:sSup>`,
    '$\\sum_{i=1}^{n} x^{2}$',
  ],
  ['words', mathText('if 50%', '<m:nor/>'), '$\\text{if 50\\%}$'],
])('an equation with %s is written as TeX', async (_what, equation, tex) => {
  expect(await read(paragraph(`<m:oMath>${equation}</m:oMath>`))).toBe(`${tex}\n`);
});

test('an equation that stands by itself is displayed', async () => {
  const equation = `<m:oMathPara><m:oMath>${mathText('E=m')}</m:oMath></m:oMathPara>`;
  expect(await read(paragraph(equation))).toBe('$$E=m$$\n');
});

test('what a picture shows is read; comments, hidden instructions and the table of contents are not', async () => {
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr descr="A cat"/><pic:pic/></wp:inline></w:drawing></w:r>';
  const styles =
    '<w:styles><w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>';
  const relationships =
    '<Relationships><Relationship Id="r1" Type="http://x/styles" Target="styles.xml"/></Relationships>';
  const body =
    paragraph('<w:pPr><w:pStyle w:val="Verzeichnis1"/></w:pPr>', run('Chapter 1')) +
    paragraph('<w:commentRangeStart w:id="1"/>', picture, '<w:r><w:commentReference w:id="1"/></w:r>');
  const parts = { 'word/styles.xml': styles, 'word/_rels/document.xml.rels': relationships };
  expect(await read(body, parts)).toBe('A cat\n');
});

test('namespaces count, not the prefixes that a file uses for them', async () => {
  const body =
    '<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><r><t>strict</t></r></p></body></document>';
  const file = zipOf({ '[Content_Types].xml': contentTypes(), 'word/document.xml': body });
  expect(await markdownOf('a.docx', file)).toBe('strict\n');
});

test('entities that a document type defines are not expanded, and nothing is fetched for them', async () => {
  const body = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]><w:document><w:body>${paragraph(run('x &a; &b; &amp; y'))}</w:body></w:document>`;
  const file = zipOf({ '[Content_Types].xml': contentTypes(), 'word/document.xml': body });
  const markdown = await markdownOf('a.docx', file);
  expect(markdown).toContain('& y');
  expect(markdown).not.toMatch(/boom|root/);
});

test('elements nested without end are too complex', async () => {
  const deep = '<w:sdt><w:sdtContent>'.repeat(10_000) + '</w:sdtContent></w:sdt>'.repeat(10_000);
  await expect(read(deep)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test('a file without its text part is unreadable', async () => {
  const file = zipOf({ '[Content_Types].xml': contentTypes() });
  await expect(markdownOf('a.docx', file)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('a damaged part is unreadable', async () => {
  const file = docxOf(paragraph(run('text')), {}, { checksum: 1 });
  await expect(markdownOf('a.docx', file)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test('symbols and letters in symbol fonts are the characters that are shown', async () => {
  const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
  const inFont = (font: string, text: string) =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`;
  const body = paragraph(
    ...[run('dose '), symbol('Symbol', 'F0A3'), run(' 5 '), symbol('Symbol', '006D'), run('g, ')],
    ...[
      inFont('Symbol', '\uf061'),
      run('-blocker, '),
      inFont('Symbol', 'S'),
      run(' '),
      symbol('Wingdings', 'F0FB'),
    ],
    ...[run(' '), symbol('Webdings', 'F061'), run(' '), symbol('Wingdings 3', 'f070')],
  );
  expect(await read(body)).toBe('dose ≤ 5 µg, α-blocker, Σ ✗ ✔ ▲\n');
});

test('text in a font of letters within text in a symbol font is letters', async () => {
  const letters = '<w:r><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr><w:t>m</w:t></w:r>';
  expect(await read(paragraph(letters))).toBe('m\n');
});

test('a control that was filled in is read, also where it is still marked as empty', async () => {
  const control = (properties: string, content: string) =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const body = paragraph(
    run('Name: '),
    control('<w:showingPlcHdr/>', run('Ada')),
    control('', run(' Lovelace')),
  );
  expect(await read(body)).toBe('Name: Ada Lovelace\n');
});

test.each([
  ['without results', ''],
  ['with empty results, as Word writes them', field('separate')],
])('what was selected and checked in the fields of an old form is read, %s', async (_how, result) => {
  const formField = (data: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r>${result}${field('end')}`;
  const entries = ['Norway', 'Sweden'].map((name) => `<w:listEntry w:val="${name}"/>`).join('');
  const body = paragraph(
    ...[formField('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'), run(' yes ')],
    ...[formField('<w:checkBox><w:default w:val="0"/></w:checkBox>'), run(' no ')],
    formField(`<w:ddList><w:result w:val="1"/>${entries}</w:ddList>`),
    ...[run(' or '), formField(`<w:ddList>${entries}</w:ddList>`)],
  );
  expect(await read(body)).toBe('☑ yes ☐ no Sweden or Norway\n');
});

test('what is preset in a text field of an old form is read where nothing else is', async () => {
  const data = '<w:ffData><w:textInput><w:default w:val="none"/></w:textInput></w:ffData>';
  const begin = `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r>`;
  expect(await read(paragraph(run('a '), begin, field('end')))).toBe('a none\n');
  expect(await read(paragraph(run('a '), begin, field('separate'), field('end')))).toBe('a\n');
});

test('a symbol that is made by a field without a result is shown', async () => {
  const instruct = '<w:r><w:instrText> SYMBOL 109 \\f "Symbol" \\s 10 </w:instrText></w:r>';
  expect(await read(paragraph(run('5 '), field('begin'), instruct, field('end'), run('g')))).toBe('5 µg\n');
});

test.each(['w:del', 'w:moveFrom'])('a link whose field ends in %s ends there', async (change) => {
  const instruct = '<w:r><w:instrText>HYPERLINK "https://example.com/"</w:instrText></w:r>';
  const linked = [field('begin'), instruct, field('separate'), run('Rewards')];
  const body =
    paragraph(...linked, `<${change}>${field('end')}</${change}>`, run(' after')) + paragraph(run('next'));
  expect(await read(body)).toBe('[Rewards](https://example.com/) after\n\nnext\n');
});

test('a deleted field of a form is left out', async () => {
  const data = '<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>';
  const begin = `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r>`;
  const body = paragraph(run('a'), `<w:del>${begin}${field('separate')}${field('end')}</w:del>`, run('b'));
  expect(await read(body)).toBe('ab\n');
});

test('an item of a list that is not defined is one of the list of its style', async () => {
  const parts = {
    'word/_rels/document.xml.rels':
      '<Relationships><Relationship Id="n" Type="http://x/numbering" Target="numbering.xml"/><Relationship Id="s" Type="http://x/styles" Target="styles.xml"/></Relationships>',
    'word/numbering.xml':
      '<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="7"/></w:num></w:numbering>',
    'word/styles.xml':
      '<w:styles><w:style w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>',
  };
  const item = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="ListBullet"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  expect(await read(item('a') + item('b'), parts)).toBe('- a\n- b\n');
});
