import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format, type Sample, type Source } from '../../format.ts';
import { flatArchive, openFlatPackage } from '../../zip/flat-package.ts';
import { writeSheets } from '../spreadsheet/write-sheets.ts';

const declaration = /^\ufeff?\s*<\?xml[\s?]/;

/** Tests whether a text is XML that declares its own kind. */
const states =
  (pattern: RegExp) =>
  ({ text }: Sample): boolean =>
    text !== undefined && declaration.test(text) && pattern.test(text);

const openDocument = (kind: string) =>
  new RegExp(`office:mimetype\\s*=\\s*["']application/vnd\\.oasis\\.opendocument\\.${kind}\\b`);

const contentOf = ({ path }: Source) => flatArchive(path, 'content.xml');

const fodt: Format = {
  name: 'FODT',
  mimeType: 'application/vnd.oasis.opendocument.text-flat-xml',
  matches: states(openDocument('text')),
  async *convert(source) {
    const { readOdt } = await import('../odt/read-odt.ts');
    yield* asUnreadable('FODT', writeBlocks(readOdt(source, contentOf(source))));
  },
};

const fodp: Format = {
  name: 'FODP',
  mimeType: 'application/vnd.oasis.opendocument.presentation-flat-xml',
  matches: states(openDocument('presentation')),
  async *convert(source) {
    const { readOdp } = await import('../odp/read-odp.ts');
    yield* asUnreadable('FODP', writeBlocks(readOdp(source, contentOf(source)), source.locate));
  },
};

const fods: Format = {
  name: 'FODS',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  matches: states(openDocument('spreadsheet')),
  async *convert(source) {
    const { readTables } = await import('../spreadsheet/ods/read-ods.ts');
    yield* asUnreadable('FODS', writeSheets(readTables(source, contentOf(source)), source.locate));
  },
};

/** Documents of Word 2003; lists in them are paragraphs. */
const wordXml: Format = {
  name: 'Word 2003 XML',
  mimeType: 'application/msword',
  matches: states(/<w:wordDocument[\s>]/),
  async *convert(source) {
    const { readDocx } = await import('../docx/read-docx.ts');
    yield* asUnreadable('Word 2003 XML', readDocx(source, flatArchive(source.path, 'word/document.xml')));
  },
};

const flatPackage = /["']http:\/\/schemas\.microsoft\.com\/office\/2006\/xmlPackage["']/;
const ofSlides = /progid\s*=\s*["']PowerPoint\.|presentationml\.(?:presentation|slideshow|template)/;

/** Presentations whose parts lie in one XML file. */
const flatPptx: Format = {
  name: 'PowerPoint XML',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  matches: (sample) => states(flatPackage)(sample) && states(ofSlides)(sample),
  async *convert(source) {
    const { readPptx } = await import('../pptx/read-pptx.ts');
    yield* asUnreadable('PowerPoint XML', readPptx(source, await openFlatPackage(source.bytes)));
  },
};

/** Documents whose parts lie in one XML file, as Word saves them as "Word XML". */
const flatDocx: Format = {
  name: 'Word XML',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  matches: states(flatPackage),
  async *convert(source) {
    const { readDocx } = await import('../docx/read-docx.ts');
    yield* asUnreadable('Word XML', readDocx(source, await openFlatPackage(source.bytes)));
  },
};

/** Documents of office programs that lie in one XML file. */
export const flatOffice: readonly Format[] = [fodt, fodp, fods, wordXml, flatPptx, flatDocx];
