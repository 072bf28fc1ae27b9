import { expect, test } from '@jest/globals';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';

const declared = '<?xml version="1.0" encoding="UTF-8"?>\n';
const convert = (xml: string) => markdownOf('a.xml', declared + xml);

test('data is names and values, like elements are a table', async () => {
  const xml =
    '<order id="7"><to><name>Ada &amp; Co</name><city>Rome</city></to><items><item sku="a"><n>1</n></item><item sku="b"><n>2</n></item></items></order>';
  await expect(convert(xml)).resolves.toBe(
    '# order\n\n- **id:** 7\n\n## to\n\n- **name:** Ada & Co\n- **city:** Rome\n\n## items\n\n### item\n\n| sku | n |\n| --- | --- |\n| a | 1 |\n| b | 2 |\n',
  );
});

test('a feed has a heading for each of its entries, and its HTML is read as such', async () => {
  const rss =
    '<rss version="2.0"><channel><title>News</title><item><title>One</title><category>x</category><category>y</category><description>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;</description><enclosure url="u" length="1"/></item><item><title>Two</title><enclosure url="v" length="2"/></item></channel></rss>';
  const markdown = await convert(rss);
  expect(markdown).toContain(
    '#### One\n\n- **title:** One\n- **category:** x, y\n- **description:** Hello you\n',
  );
  expect(markdown).toContain('#### Two');
});

test('a document keeps its order, headings, lists, tables, code and marks', async () => {
  const docbook =
    '<article><title>Guide</title><para>First <emphasis>so</emphasis> and <ulink url="https://e.org">there</ulink>.</para><section><title>Part</title><itemizedlist><listitem><para>a</para></listitem><listitem><para>b</para></listitem></itemizedlist><programlisting>x = 1\n  y</programlisting><informaltable><tgroup><thead><row><entry>h</entry><entry>i</entry></row></thead><tbody><row><entry>1</entry><entry>2</entry></row></tbody></tgroup></informaltable></section></article>';
  await expect(convert(docbook)).resolves.toBe(
    '# Guide\n\nFirst *so* and [there](https://e.org).\n\n## Part\n\n- a\n- b\n\n```\nx = 1\n  y\n```\n\n| h | i |\n| --- | --- |\n| 1 | 2 |\n',
  );
});

test('declared entities are neither fetched nor multiplied', async () => {
  const entities =
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;">]>';
  const markdown = await convert(`${entities}<a><b>&x;&m;</b><c>1</c></a>`);
  expect(markdown).toBe('# a\n\n- **b:** \\&x;\\&m;\n- **c:** 1\n');
});

test('long data is read piece by piece, every record of it', async () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, index) => `<row><id>${index}</id><name>name ${index}</name></row>\n`,
  );
  const markdown = await convert(`<table><rows>${rows.join('')}</rows></table>`);
  expect(markdown.match(/\| name \d+ \|/g)).toHaveLength(60_000);
  expect(markdown.match(/^\| id \| name \|$/gm)?.length).toBeGreaterThan(1_000);
});

test('a long text in data is kept as a whole, and one that is too long is refused rather than cut', async () => {
  const data = (text: string) => `<a><b>1</b><c>${text}</c><d>2</d></a>`;
  const markdown = await convert(data('word '.repeat(1_000_000)));
  expect(markdown.match(/word/g)).toHaveLength(1_000_000);
  await expect(convert(data('word '.repeat(5_000_000)))).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COMPLEX',
  });
});

test('XML that is nested deeper than any document is refused', async () => {
  await expect(convert('<a>'.repeat(100_000))).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test.each([
  ['notes.txt', `${declared}<a><b>1</b></a>`, 'application/xml'],
  ['feed.xml', '<rss><channel/></rss>', 'application/xml'],
  ['page.xml', `${declared}<!DOCTYPE html><html><p>x</p></html>`, 'text/html'],
])('%s with %j is %s', async (name, content, mimeType) => {
  const { mimeType: found } = await convertFile({ name, content }).catch(() => ({
    mimeType: 'application/xml',
  }));
  expect(found).toBe(mimeType);
});

test.each([
  [
    'a.kml',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Depot</name></Placemark></kml>',
    'Depot',
  ],
  ['a.opml', '<opml version="2.0"><body><outline text="Idea A"/></body></opml>', 'Idea A'],
  ['a', '<!-- made by hand --><x:data xmlns:x="urn:x"><x:name>Anna</x:name></x:data>', 'Anna'],
  ['a.drawio', '<mxfile><mxCell id="2" value="&lt;b&gt;Load balancer&lt;/b&gt;"/></mxfile>', 'Load balancer'],
])('XML without a declaration is recognized in %s', async (name, content, text) => {
  const { mimeType, markdown } = await convertFile({ name, content });
  expect(mimeType).toBe('application/xml');
  expect(markdown).toContain(text);
  expect(markdown).not.toMatch(/xmlns|<b>/);
});

test('of a drawing its words are read', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style><title>Org chart</title><g><text x="1">CEO <tspan>Ann</tspan></text></g><script>alert(1)</script><path d="M0 0L1 1"/></svg>';
  await expect(markdownOf('a.svg', svg)).resolves.toBe('Org chart\n\nCEO Ann\n');
});

const picture = Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 89) % 251)).toString('base64');

test.each([
  ['a.xml', `<note><title>Recipe</title><data>${picture}</data></note>`],
  ['a.json', JSON.stringify({ title: 'Recipe', list: [{ data: picture }] })],
  ['b.json', JSON.stringify({ title: 'Recipe', data: `data:image/png;base64,${picture}` })],
])('a file in letters within data is named and not read: %s', async (name, content) => {
  const { markdown, notRead } = await convertLocated({
    name,
    content: name === 'a.xml' ? declared + content : content,
  });
  expect(markdown).toContain('Recipe');
  expect(markdown).not.toContain(picture.slice(0, 40));
  expect(notRead).toEqual([expect.objectContaining({ what: 'EMBEDDED_FILE', count: 1 })]);
});

test('pictures of a FictionBook are no text', async () => {
  const book = `<FictionBook><body><section><p>Text</p></section></body><binary id="c">${picture}</binary></FictionBook>`;
  await expect(convert(book)).resolves.toBe('Text\n');
});

test('sequences of letters in data stay', async () => {
  const dna = 'ACGT'.repeat(100);
  await expect(markdownOf('a.json', JSON.stringify({ dna }))).resolves.toContain(dna);
});
