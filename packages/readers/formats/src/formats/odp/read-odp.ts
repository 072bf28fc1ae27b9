import { assembleBlocks } from '../../document-tree/assemble-blocks.ts';
import { type Block, isBlank, onSlide, speakerNotes, withoutBold } from '../../document-tree/tree.ts';
import type { Source } from '../../format.ts';
import { readBlocks } from '../../open-document/blocks.ts';
import { readInlines } from '../../open-document/inlines.ts';
import { readOpenDocument } from '../../open-document/read-open-document.ts';
import type { Reading } from '../../open-document/styles.ts';
import { childOf, childrenOf, elementsOf, type XmlElement } from '../../xml/read-xml.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';

const containers = ['office:document', 'office:document-content', 'office:body', 'office:presentation'];

const classOf = ({ attributes }: XmlElement) => attributes['presentation:class'] ?? '';
/** Classes of frames that are repeated on every slide; they are omitted. */
const repeated = new Set(['header', 'footer', 'date-time', 'page-number', 'page']);
const isEmptyPlace = ({ attributes }: XmlElement) => attributes['presentation:placeholder'] === 'true';

/** Reads an ODP, slide by slide: its title as a heading, what its frames hold, and the speaker's notes as a quote. */
export async function* readOdp(source: Source, archive?: ZipArchive): AsyncGenerator<Block> {
  let isFirst = true;
  let number = 0;
  for await (const { element, reading } of readOpenDocument(source, containers, archive)) {
    if (element.name !== 'draw:page') continue;
    number++;
    const blocks = readSlide(element, reading);
    if (!isFirst && blocks.length > 0 && blocks[0]?.kind !== 'heading') yield { kind: 'separator' };
    yield* onSlide(number, blocks);
    isFirst &&= blocks.length === 0;
  }
}

function readSlide(slide: XmlElement, reading: Reading): Block[] {
  const shapes = elementsOf(slide).filter((shape) => !isEmptyPlace(shape) && !repeated.has(classOf(shape)));
  const titles = shapes.filter((shape) => classOf(shape) === 'title');
  const others = shapes.filter((shape) => classOf(shape) !== 'title');
  return [
    ...titles.flatMap((title) => readTitle(title, reading)),
    // Lists do not go on from one frame to the next.
    ...others.flatMap((shape) => assembleBlocks(readBlocks([shape], reading))),
    ...readNotes(childOf(slide, 'presentation:notes'), reading),
  ];
}

function readTitle(frame: XmlElement, reading: Reading): Block[] {
  const box = childOf(frame, 'draw:text-box') ?? frame;
  const content = childrenOf(box, 'text:p').flatMap((paragraph, index) => [
    ...(index > 0 ? [{ text: ' ' }] : []),
    ...readInlines(paragraph, reading, {}).inlines,
  ]);
  return isBlank(content) ? [] : [{ kind: 'heading', level: 1, content: withoutBold(content) }];
}

function readNotes(notes: XmlElement | undefined, reading: Reading): Block[] {
  const frames = elementsOf(notes).filter((frame) => classOf(frame) === 'notes' && !isEmptyPlace(frame));
  const blocks = assembleBlocks(readBlocks(frames, reading));
  return blocks.length > 0 ? [speakerNotes(blocks)] : [];
}
