import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../convert.fixture.ts';
import { type FixtureEntry, writeZip } from '../../zip/write-zip.fixture.ts';

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body>${body}</body></html>`;
const book = (...others: FixtureEntry[]) =>
  writeZip([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      content: `<package><metadata><dc:title>Sea &amp; Sky</dc:title><dc:creator>Ada L.</dc:creator><dc:creator>Alan T.</dc:creator></metadata>
        <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
        <item id="one" href="text/one%201.xhtml" media-type="application/xhtml+xml"/>
        <item id="two" href="text/two.xhtml" media-type="application/xhtml+xml"/></manifest>
        <spine><itemref idref="nav"/><itemref idref="two"/><itemref idref="one"/></spine></package>`,
    },
    {
      name: 'OPS/nav.xhtml',
      content: page('<nav epub:type="toc"><ol><li><a href="text/two.xhtml#a">The Sky</a></li></ol></nav>'),
    },
    {
      name: 'OPS/text/one 1.xhtml',
      content: page(
        '<h1>The Sea</h1><p>wet<a epub:type="noteref" href="#n1"><sup>1</sup></a> <a href="two.xhtml">so</a></p><aside epub:type="footnote" id="n1"><p>1. Very.</p></aside>',
      ),
    },
    { name: 'OPS/text/two.xhtml', content: page('<p>blue</p>') },
    ...others,
  ]);

test('a book is its title and authors and then its chapters in reading order, with their notes', async () => {
  await expect(convertFile({ name: 'a.zip', content: book() })).resolves.toEqual({
    mimeType: 'application/epub+zip',
    markdown:
      '# Sea & Sky\n\nAda L., Alan T.\n\n## The Sky\n\nblue\n\n# The Sea\n\nwet [1] so\n\n1\\. Very.\n\n',
  });
});

const encryption = (algorithm: string) => ({
  name: 'META-INF/encryption.xml',
  content: `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
});

test('a book that is protected against copying is encrypted, one whose fonts are hidden is not', async () => {
  const protectedBook = book(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
  await expect(markdownOf('a.epub', protectedBook)).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  const hiddenFonts = book(encryption('http://www.idpf.org/2008/embedding'));
  await expect(markdownOf('a.epub', hiddenFonts)).resolves.toContain('blue');
});

test('a book without chapters is unreadable, and one that unpacks to a bomb is refused', async () => {
  const empty = writeZip([
    { name: 'mimetype', content: 'application/epub+zip' },
    { name: 'META-INF/container.xml', content: '<container/>' },
  ]);
  await expect(markdownOf('a.epub', empty)).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  const bomb = book({ name: 'x', content: 'x', declaredSize: 900_000_000 });
  await expect(markdownOf('a.epub', bomb)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});
