import { expect, test } from '@jest/globals';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { type Claims, type ZipContent, zipOf } from '../../../test/zip/zip.fixture.ts';

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body>${body}</body></html>`;
/** A book that has been packed by hand: it does not say what it is, but holds what a book must. */
const parts = {
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf': `<o:package xmlns:o="http://www.idpf.org/2007/opf"><o:metadata xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>Sea &amp; Sky</d:title><d:creator>Ada L.</d:creator><d:creator>Alan T.</d:creator></o:metadata>
    <o:manifest><o:item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <o:item id="one" href="text/one%201.xhtml" media-type="application/xhtml+xml"/>
    <o:item id="two" href="text/two.xhtml" media-type="application/xhtml+xml"/></o:manifest>
    <o:spine><o:itemref idref="nav"/><o:itemref idref="two"/><o:itemref idref="one"/></o:spine></o:package>`,
  'OPS/nav.xhtml': page(
    '<nav epub:type="toc"><ol><li><a href="text/two.xhtml#a">The <i>Sky</i></a></li></ol></nav>',
  ),
  'OPS/text/one 1.xhtml': page(
    '<h1>The Sea</h1><p>wet<a epub:type="noteref" href="#n1"><sup>1</sup></a> <a href="two.xhtml">so</a></p><aside epub:type="footnote" id="n1"><p>1. Very.</p></aside>',
  ),
  'OPS/text/two.xhtml': page('<p>blue</p>'),
};
const book = (others: ZipContent = {}, claims: Claims = {}) =>
  zipOf({ mimetype: 'application/epub+zip', ...parts, ...others }, claims);

test('a book is its title and authors and then its chapters in reading order, with their notes', async () => {
  await expect(convertFile({ name: 'a.zip', content: book() })).resolves.toEqual({
    mimeType: 'application/epub+zip',
    markdown:
      '# Sea & Sky\n\nAda L., Alan T.\n\n## The Sky\n\nblue\n\n# The Sea\n\nwet [1] so\n\n1\\. Very.\n\n',
  });
});

test('a book that does not call itself one is identified by its container', async () => {
  await expect(convertFile({ name: 'a.zip', content: zipOf(parts) })).resolves.toMatchObject({
    mimeType: 'application/epub+zip',
  });
});

test('chapters are called as an NCX calls them, where that is the table of contents', async () => {
  const ncx =
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Part</text></navLabel><content src="none.xhtml"/><navPoint><navLabel><text>Of the sky</text></navLabel><content src="text/two.xhtml"/></navPoint></navPoint></navMap></ncx>';
  const package2 = parts['OPS/book.opf'].replace(
    'media-type="application/xhtml+xml" properties="nav"',
    'media-type="application/x-dtbncx+xml"',
  );
  const content = book({ 'OPS/book.opf': package2, 'OPS/nav.xhtml': ncx });
  await expect(markdownOf('a.epub', content)).resolves.toContain('## Of the sky\n\nblue');
});

const encryption = (algorithm: string) => ({
  'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
});

test('a book that is protected against copying is encrypted, one whose fonts are hidden is not', async () => {
  const protectedBook = book(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
  await expect(markdownOf('a.epub', protectedBook)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  const hiddenFonts = book(encryption('http://www.idpf.org/2008/embedding'));
  await expect(markdownOf('a.epub', hiddenFonts)).resolves.toContain('blue');
});

test('a book without chapters is unreadable, and one that unpacks to a bomb is refused', async () => {
  const empty = book({ 'META-INF/container.xml': '<container/>' });
  await expect(markdownOf('a.epub', empty)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  const bomb = book({ x: 'x' }, { of: 'x', size: 900_000_000 });
  await expect(markdownOf('a.epub', bomb)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test('a chapter that is damaged or missing is named, and the others are read', async () => {
  const spine = '<o:itemref idref="two"/><o:itemref idref="gone"/><o:itemref idref="one"/></o:spine>';
  const item = '<o:item id="gone" href="text/gone.xhtml" media-type="application/xhtml+xml"/></o:manifest>';
  const opf = parts['OPS/book.opf'].replace(/<o:itemref.*<\/o:spine>/, spine).replace('</o:manifest>', item);
  const whole = book({ 'OPS/book.opf': opf, 'OPS/text/two.xhtml': page(`<p>${'blue '.repeat(99)}</p>`) });
  const { markdown, notRead } = await convertLocated({ name: 'a.epub', content: whole });
  expect(markdown).toContain('blue');
  expect(notRead).toEqual([expect.objectContaining({ what: 'TEXT', where: 'OPS/text/gone.xhtml' })]);

  const damaged = Buffer.from(whole);
  const at = damaged.indexOf('OPS/text/two.xhtml') + 'OPS/text/two.xhtml'.length + 4;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
  const read = await convertLocated({ name: 'a.epub', content: damaged });
  expect(read.markdown).toContain('The Sea');
  expect(read.notRead.map(({ where }) => where)).toEqual(['The Sky', 'OPS/text/gone.xhtml']);
});
