import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import { assembleBlocks, BlockAssembler, type FlatBlock } from '../../document-tree/assemble-blocks.ts';
import type { Block } from '../../document-tree/tree.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { convertEmbeddedParts, embeddedPartsOf, reportPictures } from '../../open-xml/embedded-parts.ts';
import { readObjects } from '../../open-xml/objects.ts';
import {
  chosenContent,
  partOf,
  type Relationships,
  readRelationships,
  reportComments,
} from '../../open-xml/relationships.ts';
import {
  childOf,
  childrenOf,
  elementsOf,
  readElements,
  readPart,
  type XmlElement,
} from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import { readNumbering } from './numbering.ts';
import { readParagraph } from './paragraph.ts';
import { createFields, createNoteLabels, type NoteKind, type Reading } from './reading.ts';
import { readStyles } from './styles.ts';
import { readTable } from './table.ts';

type Reader = (element: XmlElement, reading: Reading) => FlatBlock[];

/** Elements around blocks that a reader does not see. */
const wrappers: ReadonlySet<string> = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo']);

const readers: Readonly<Record<string, Reader>> = {
  'w:p': readParagraph,
  'w:tbl': (element, reading) => [readTable(element, reading)],
  'mc:AlternateContent': (element, reading) => readBlocks(chosenContent(element), reading),
  'w:altChunk': ({ attributes }, { objects }) => [...(objects.get(attributes['r:id'] ?? '') ?? [])],
  // An equation between paragraphs.
  'm:oMathPara': (element, reading) =>
    readParagraph({ name: 'w:p', attributes: {}, children: [element] }, reading),
};

function readBlock(element: XmlElement, reading: Reading): FlatBlock[] {
  if (wrappers.has(element.name)) return readBlocks(elementsOf(element), reading);
  return readers[element.name]?.(element, reading) ?? [];
}

/** Reads the elements of a body, a cell, a note or a text box. */
function readBlocks(elements: readonly XmlElement[], reading: Reading): FlatBlock[] {
  return joinDeletedEnds(elements).flatMap((element) => readBlock(element, reading));
}

/** Whether the end of a paragraph was deleted, so that it goes on in the next. */
const hasDeletedEnd = (element: XmlElement) => {
  const mark = element.name === 'w:p' && childOf(childOf(element, 'w:pPr'), 'w:rPr');
  return Boolean(mark && (childOf(mark, 'w:del') || childOf(mark, 'w:moveFrom')));
};

/** A paragraph whose end was deleted goes on in the next one, which says how both look. */
function joinDeletedEnds(elements: readonly XmlElement[]): readonly XmlElement[] {
  if (!elements.some(hasDeletedEnd)) return elements;
  const joined: XmlElement[] = [];
  let begun: XmlElement[] = [];
  for (const element of elements) {
    if (hasDeletedEnd(element)) begun.push(element);
    else if (begun.length > 0 && element.name === 'w:p') {
      joined.push(joinParagraphs([...begun, element], element));
      begun = [];
    } else {
      joined.push(...begun, element);
      begun = [];
    }
  }
  return [...joined, ...begun];
}

function joinParagraphs(parts: readonly XmlElement[], last: XmlElement): XmlElement {
  const content = parts.flatMap((part) => elementsOf(part).filter(({ name }) => name !== 'w:pPr'));
  const properties = childOf(last, 'w:pPr');
  return { ...last, children: properties ? [properties, ...content] : content };
}

/** Bytes of a chunk, and characters of its Markdown, which are held. */
const maxLength = 20_000_000;

interface Place {
  readonly source: Source;
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
}

const chunkIdsIn = (element: XmlElement): string[] =>
  element.name === 'w:altChunk'
    ? [element.attributes['r:id'] ?? '']
    : elementsOf(element).flatMap(chunkIdsIn);

/** Reads the files that Word takes into a document when it opens it (`w:altChunk`), by the ids of their relationships. */
async function readChunks(
  elements: readonly XmlElement[],
  { source, archive, relationships }: Place,
): Promise<ReadonlyMap<string, readonly Block[]>> {
  const chunks = new Map<string, readonly Block[]>();
  const isAny = [...relationships.values()].some(({ kind }) => kind === 'aFChunk');
  for (const id of isAny ? elements.flatMap(chunkIdsIn) : []) {
    const part = relationships.get(id)?.target ?? '';
    try {
      chunks.set(id, [{ kind: 'markdown', text: await readChunk(source, archive, part) }]);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
      source.reportNotRead({ what: 'EMBEDDED_FILE', where: posix.basename(part) || id, why: cause.message });
    }
  }
  return chunks;
}

async function readChunk(source: Source, archive: ZipArchive, part: string): Promise<string> {
  const content = await archive.readBytes(part, maxLength);
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file lacks it: save it again');
  const { markdown } = await source.convertPart({
    fileName: posix.basename(part),
    declaredType: null,
    content,
  });
  let text = '';
  for await (const piece of markdown) {
    text += piece;
    if (text.length > maxLength)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        'It holds more than 20 million characters, the most that are read',
      );
  }
  return text;
}

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
