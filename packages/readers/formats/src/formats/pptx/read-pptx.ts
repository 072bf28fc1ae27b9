import { AppError } from '@docfleet/errors';
import { assembleBlocks, type FlatBlock } from '../../document-tree/assemble-blocks.ts';
import {
  type Block,
  type Cell,
  type Inline,
  isBlank,
  onSlide,
  speakerNotes,
  type TableRow,
  withoutBold,
} from '../../document-tree/tree.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { convertEmbeddedParts, embeddedPartsOf, reportPictures } from '../../open-xml/embedded-parts.ts';
import { type Objects, objectIdsIn, readObjects } from '../../open-xml/objects.ts';
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
  descendantOf,
  elementsOf,
  findElement,
  readPart,
  type XmlElement,
} from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import {
  type Inherit,
  isTitle,
  placeholderOf,
  readInheritance,
  readTextBody,
  readTitle,
} from './text-body.ts';

/** Context in which the shapes of a slide are read. */
interface ShapeContext {
  readonly relationships: Relationships;
  readonly inherit: Inherit;
  /** Charts and diagrams to which the slide refers. */
  readonly objects: Objects;
}

type Reader = (shape: XmlElement, context: ShapeContext) => FlatBlock[];

const maxColumns = 1_000;
/** Placeholders that repeat on every slide. */
const repeated = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

const readShape: Reader = (shape, { relationships, inherit }) => {
  const placeholder = placeholderOf(shape);
  if (isTitle(placeholder) || repeated.has(placeholder?.type ?? '')) return [];
  return endLists(readTextBody(childOf(shape, 'p:txBody'), relationships, inherit(placeholder)));
};

/** Lists do not go on from one shape to the next. */
const endLists = (blocks: FlatBlock[]): FlatBlock[] => assembleBlocks(blocks);

const readPicture: Reader = (shape) => {
  const alternative = descendantOf(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes['descr']?.trim();
  return alternative ? [{ kind: 'paragraph', content: [{ text: alternative }] }] : [];
};

function countOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return count >= 1 && count <= maxColumns ? count : 1;
}

const isSet = (value: string | undefined) => value === '1' || value === 'true';

function readCells(row: XmlElement, { relationships, inherit }: ShapeContext): Cell[] {
  return childrenOf(row, 'a:tc').flatMap((cell): Cell[] => {
    const { attributes } = cell;
    if (isSet(attributes['hMerge']) || isSet(attributes['vMerge'])) return [];
    const blocks = readTextBody(childOf(cell, 'a:txBody'), relationships, inherit(undefined));
    const [columns, rows] = [countOf(attributes['gridSpan']), countOf(attributes['rowSpan'])];
    return [{ blocks: assembleBlocks(blocks), columns, rows }];
  });
}

function readTable(table: XmlElement, context: ShapeContext): Block {
  const hasHead = isSet(childOf(table, 'a:tblPr')?.attributes['firstRow']);
  const rows = childrenOf(table, 'a:tr').map(
    (row, index): TableRow => ({ cells: readCells(row, context), isHead: hasHead && index === 0 }),
  );
  return { kind: 'table', rows };
}

const readFrame: Reader = (frame, context) => {
  const table = findElement(frame, 'a:tbl');
  return table
    ? [readTable(table, context)]
    : objectIdsIn(frame).flatMap((id) => context.objects.get(id) ?? []);
};

const readers: Readonly<Record<string, Reader>> = {
  'p:sp': readShape,
  'p:cxnSp': readShape,
  'p:pic': readPicture,
  'p:graphicFrame': readFrame,
  'p:grpSp': (group, context) => readShapes(elementsOf(group), context),
  'mc:AlternateContent': (element, context) => readShapes(chosenContent(element), context),
};

/** The text of shapes in their order, but that of titles. */
const readShapes = (shapes: readonly XmlElement[], context: ShapeContext): FlatBlock[] =>
  shapes.flatMap((shape) => readers[shape.name]?.(shape, context) ?? []);

/** Hundredths of a point, as the format has them. */
const minSize = 2_400;
const defaultSize = 1_800;
/** Minimum ratio of a title's size to all other text of its slide. */
const minRatio = 1.3;
const maxTitleLength = 150;

interface TextShape {
  readonly shape: XmlElement;
  readonly paragraphs: readonly string[];
  readonly size: number;
  readonly top: number;
}

function measure(shape: XmlElement): TextShape[] {
  const paragraphs = childrenOf(childOf(shape, 'p:txBody'), 'a:p').map((paragraph) =>
    childrenOf(paragraph, 'a:r').map((run) => ({
      text: childOf(run, 'a:t')?.children.join('') ?? '',
      size: Number(childOf(run, 'a:rPr')?.attributes['sz'] ?? defaultSize),
    })),
  );
  const runs = paragraphs.flat().filter(({ text }) => text.trim() !== '');
  if (runs.length === 0) return [];
  const texts = paragraphs.map((all) => all.map(({ text }) => text).join('')).filter((text) => text.trim());
  const top = Number(descendantOf(shape, 'p:spPr', 'a:xfrm', 'a:off')?.attributes['y'] ?? 0);
  return [{ shape, paragraphs: texts, size: Math.max(...runs.map(({ size }) => size)), top }];
}

/**
 * The shape that a slide without a marked title has in its place: one line above all others, in clearly larger letters.
 * LibreOffice, by which PPT goes, does not mark the titles of all files.
 */
function findUnmarkedTitle(shapes: readonly XmlElement[]): XmlElement | undefined {
  const [largest, ...others] = shapes
    .filter((shape) => shape.name === 'p:sp')
    .flatMap(measure)
    .toSorted((a, b) => b.size - a.size);
  const [line, second] = largest?.paragraphs ?? [];
  if (!largest || line === undefined || second !== undefined) return undefined;
  if (largest.size < minSize || line.length > maxTitleLength) return undefined;
  const standsOut = others.every(({ size, top }) => size * minRatio <= largest.size && top >= largest.top);
  return standsOut ? largest.shape : undefined;
}

/**
 * Reads a PPTX, slide by slide in the order of the presentation, hidden ones too: its title as a heading, what its shapes
 * hold, and the speaker's notes as a quote; below them the files in it. Throws DOCUMENT_UNREADABLE and what `openZip` throws.
 */
export async function* readPptx(source: Source, given?: ZipArchive): AsyncGenerator<string> {
  const archive = given ?? (await openZip(source.path));
  const embedded = new Set<string>();
  yield* writeBlocks(readSlides({ source, archive, embedded }), source.locate);
  yield* convertEmbeddedParts(source, archive, embedded);
}

interface Presentation {
  readonly source: Source;
  readonly archive: ZipArchive;
  /** The parts that are files of their own, which are collected. */
  readonly embedded: Set<string>;
}

async function* readSlides(presented: Presentation): AsyncGenerator<Block> {
  const { archive, source } = presented;
  const main = partOf(await readRelationships(archive, ''), 'officeDocument') ?? 'ppt/presentation.xml';
  const presentation = await readPart(archive, main);
  if (!presentation)
    throw new AppError('DOCUMENT_UNREADABLE', 'The PPTX file lists no slides: save it again');
  const relationships = await readRelationships(archive, main);
  const inheritanceOf = createInheritance(archive);
  let isFirst = true;
  let number = 0;
  for (const { attributes } of childrenOf(childOf(presentation, 'p:sldIdLst'), 'p:sldId')) {
    const name = relationships.get(attributes['r:id'] ?? '')?.target;
    const slide = await readPart(archive, name);
    number++;
    if (!slide || !name) {
      const why = 'The file lacks the slide: save it again';
      source.reportNotRead({ what: 'PAGE', where: `slide ${number}`, why });
      continue;
    }
    const blocks = await readSlide(presented, { slide, name, number }, inheritanceOf);
    if (!isFirst && blocks.length > 0 && blocks[0]?.kind !== 'heading') yield { kind: 'separator' };
    yield* onSlide(number, blocks);
    isFirst &&= blocks.length === 0;
  }
}

/** Layouts and masters are read once. */
function createInheritance(archive: ZipArchive) {
  const known = new Map<string, Promise<Inherit>>();
  const read = async (name: string): Promise<Inherit> => {
    const master = partOf(await readRelationships(archive, name), 'slideMaster');
    return readInheritance(await readPart(archive, name), await readPart(archive, master));
  };
  return (relationships: Relationships): Promise<Inherit> => {
    const name = partOf(relationships, 'slideLayout') ?? '';
    const inherit = known.get(name) ?? read(name);
    known.set(name, inherit);
    return inherit;
  };
}

interface Slide {
  readonly slide: XmlElement;
  /** The name of its part. */
  readonly name: string;
  readonly number: number;
}

async function readSlide(
  { source, archive, embedded }: Presentation,
  { slide, name, number }: Slide,
  inheritanceOf: (relationships: Relationships) => Promise<Inherit>,
): Promise<Block[]> {
  const relationships = await readRelationships(archive, name);
  const where = `slide ${number}`;
  const objects = await readObjects([slide], { ...source, archive, relationships, where });
  reportPictures(relationships, where, source.reportNotRead);
  await reportComments(archive, relationships, where, source.reportNotRead);
  for (const part of embeddedPartsOf(relationships)) embedded.add(part);
  const inherit = await inheritanceOf(relationships);
  const shapes = elementsOf(descendantOf(slide, 'p:cSld', 'p:spTree'));
  const read = (shape: XmlElement) => readTitle(childOf(shape, 'p:txBody'), relationships);
  const marked = titlesIn(shapes)
    .map(read)
    .filter((title) => !isBlank(title));
  const unmarked = marked.length === 0 ? findUnmarkedTitle(shapes) : undefined;
  const others = shapes.filter((shape) => shape !== unmarked);
  return [
    ...(unmarked ? [read(unmarked)] : marked).map(toHeading),
    ...assembleBlocks(readShapes(others, { relationships, inherit, objects })),
    ...(await readNotes(archive, partOf(relationships, 'notesSlide'))),
  ];
}

function toHeading(content: Inline[]): Block {
  return { kind: 'heading', level: 1, content: withoutBold(content) };
}

const titlesIn = (shapes: readonly XmlElement[]): XmlElement[] =>
  shapes.flatMap((shape) => {
    if (shape.name === 'p:grpSp') return titlesIn(elementsOf(shape));
    return shape.name === 'p:sp' && isTitle(placeholderOf(shape)) ? [shape] : [];
  });

/** Placeholders of a page of notes that are no notes: the picture of the slide, and what stands on each page. */
const furniture = new Set(['sldImg', 'hdr', 'ftr', 'dt', 'sldNum']);

/** Shapes of a page of notes with notes: some programs write them into text boxes. */
const textShapesIn = (shapes: readonly XmlElement[]): XmlElement[] =>
  shapes.flatMap((shape) => {
    if (shape.name === 'p:grpSp') return textShapesIn(elementsOf(shape));
    return shape.name === 'p:sp' && !furniture.has(placeholderOf(shape)?.type ?? '') ? [shape] : [];
  });

async function readNotes(archive: ZipArchive, name: string | undefined): Promise<Block[]> {
  const notes = await readPart(archive, name);
  if (!notes || !name) return [];
  const relationships = await readRelationships(archive, name);
  const shapes = elementsOf(descendantOf(notes, 'p:cSld', 'p:spTree'));
  const blocks = assembleBlocks(
    textShapesIn(shapes).flatMap((shape) => readTextBody(childOf(shape, 'p:txBody'), relationships, [])),
  );
  return blocks.length > 0 ? [speakerNotes(blocks)] : [];
}
