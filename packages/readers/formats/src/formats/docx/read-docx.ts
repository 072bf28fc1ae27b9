import { AppError } from '@docfleet/errors';
import { assembleBlocks, BlockAssembler } from '../../document-tree/assemble-blocks.ts';
import type { Block } from '../../document-tree/tree.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { reportComments } from '../../open-xml/comments.ts';
import { convertEmbeddedParts, embeddedPartsOf, reportPictures } from '../../open-xml/embedded-parts.ts';
import { readObjects } from '../../open-xml/objects.ts';
import { partOf, type Relationships, readRelationships } from '../../open-xml/relationships.ts';
import { childrenOf, elementsOf, type XmlElement } from '../../xml/element.ts';
import { readElements, readPart } from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import { hasDeletedEnd, readBlocks, wrappers } from './blocks.ts';
import { readChunks } from './chunks.ts';
import { createFields } from './fields.ts';
import { readNumbering } from './numbering.ts';
import { createNoteLabels, type NoteKind, type Reading } from './reading.ts';
import { readStyles } from './styles.ts';

const containers = new Set([
  'w:document',
  'w:wordDocument',
  'w:body',
  'wx:sect',
  'wx:sub-section',
  ...wrappers,
]);

/**
 * Reads a DOCX, paragraph by paragraph; its notes come last, and below them the files in it. Throws DOCUMENT_UNREADABLE and what `openZip`
 * throws.
 */
export async function* readDocx(source: Source, given?: ZipArchive): AsyncGenerator<string> {
  const archive = given ?? (await openZip(source.path));
  const main = partOf(await readRelationships(archive, ''), 'officeDocument') ?? 'word/document.xml';
  const relationships = await readRelationships(archive, main);
  yield* writeBlocks(readBody({ source, archive, main, relationships }));
  reportPictures(relationships, null, source.reportNotRead);
  await reportComments(archive, relationships, null, source.reportNotRead);
  yield* convertEmbeddedParts(source, archive, embeddedPartsOf(relationships));
}

interface Document {
  readonly source: Source;
  readonly archive: ZipArchive;
  /** The name of the part with the text. */
  readonly main: string;
  readonly relationships: Relationships;
}

async function* readBody({ source, archive, main, relationships }: Document): AsyncGenerator<Block> {
  const body = archive.open(main);
  if (!body) throw new AppError('DOCUMENT_UNREADABLE', 'The DOCX file has no text part: save it again');
  let reading: Reading = {
    styles: readStyles(await readPart(archive, partOf(relationships, 'styles'))),
    numbering: readNumbering(await readPart(archive, partOf(relationships, 'numbering'))),
    relationships,
    fields: createFields(),
    notes: createNoteLabels(),
    objects: new Map(),
    readBlocks,
  };
  const assembler = new BlockAssembler();
  const place = { ...source, archive, relationships, where: null };
  for await (const elements of untilParagraphEnds(readElements(body, containers))) {
    // Word 2003 has them before the text.
    if (elements[0]?.name === 'w:styles') reading = { ...reading, styles: readStyles(elements[0]) };
    const objects = new Map([
      ...(await readObjects(elements, place)),
      ...(await readChunks(elements, { source, archive, relationships })),
    ]);
    for (const block of readBlocks(elements, { ...reading, objects })) assembler.add(block);
    yield* assembler.take();
  }
  yield* assembler.end();
  yield* readNotes(archive, reading, relationships);
}

/** Elements one by one, but those together that may be joined: a paragraph with a deleted end, and what follows. */
async function* untilParagraphEnds(elements: AsyncIterable<XmlElement>): AsyncGenerator<XmlElement[]> {
  let held: XmlElement[] = [];
  for await (const element of elements) {
    held.push(element);
    if (hasDeletedEnd(element)) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

async function* readNotes(
  archive: ZipArchive,
  reading: Reading,
  relationships: Relationships,
): AsyncGenerator<Block> {
  const parts = new Map<NoteKind, Map<string | undefined, XmlElement>>();
  for (const { kind, id, label } of reading.notes.referred) {
    const name = partOf(relationships, `${kind}s`);
    if (!parts.has(kind)) parts.set(kind, await readNotePart(archive, name, kind));
    const element = parts.get(kind)?.get(id);
    if (!element || !name) continue;
    const own = { ...reading, relationships: await readRelationships(archive, name), fields: createFields() };
    yield { kind: 'note', label, blocks: assembleBlocks(readBlocks(elementsOf(element), own)) };
  }
}

async function readNotePart(archive: ZipArchive, name: string | undefined, kind: NoteKind) {
  const elements = childrenOf(await readPart(archive, name), `w:${kind}`);
  return new Map(elements.map((element) => [element.attributes['w:id'], element]));
}
