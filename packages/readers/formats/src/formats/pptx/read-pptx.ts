import { AppError } from '@docfleet/errors';
import { assembleBlocks } from '../../document-tree/assemble-blocks.ts';
import { isBlank, withoutBold } from '../../document-tree/inlines.ts';
import { speakerNotes } from '../../document-tree/speaker-notes.ts';
import { type Block, type Inline, onSlide } from '../../document-tree/tree.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Source } from '../../format.ts';
import { reportComments } from '../../open-xml/comments.ts';
import { convertEmbeddedParts, embeddedPartsOf, reportPictures } from '../../open-xml/embedded-parts.ts';
import { readObjects } from '../../open-xml/objects.ts';
import { partOf, type Relationships, readRelationships } from '../../open-xml/relationships.ts';
import { childOf, childrenOf, descendantOf, elementsOf, type XmlElement } from '../../xml/element.ts';
import { readPart } from '../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../zip/zip-archive.ts';
import { type Inherit, isTitle, placeholderOf, readInheritance } from './placeholders.ts';
import { readShapes } from './shapes.ts';
import { readTextBody, readTitle } from './text-body.ts';
import { findUnmarkedTitle } from './unmarked-title.ts';

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

async function readNotes(archive: ZipArchive, name: string | undefined): Promise<Block[]> {
  const notes = await readPart(archive, name);
  if (!notes || !name) return [];
  const relationships = await readRelationships(archive, name);
  const shapes = elementsOf(descendantOf(notes, 'p:cSld', 'p:spTree'));
  const bodies = shapes.filter((shape) => placeholderOf(shape)?.type === 'body');
  const blocks = assembleBlocks(
    bodies.flatMap((shape) => readTextBody(childOf(shape, 'p:txBody'), relationships, [])),
  );
  return blocks.length > 0 ? [speakerNotes(blocks)] : [];
}
