import { assembleBlocks } from '../document-tree/assemble-blocks.ts';
import { showSymbols } from '../document-tree/fonts.ts';
import type { Inline } from '../document-tree/tree.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/read-xml.ts';
import type { Reading, Style } from './styles.ts';

/** Content of a paragraph. */
export interface ParagraphContent {
  readonly inlines: Inline[];
  /** Frames and shapes that are anchored in it. */
  readonly frames: XmlElement[];
}

type Looks = Pick<Style, 'bold' | 'italic' | 'strike' | 'raised' | 'hidden' | 'monospaced' | 'symbolFont'>;

interface Place {
  readonly reading: Reading;
  readonly content: ParagraphContent;
  readonly looks: Looks;
  readonly href?: string | undefined;
}

type Reader = (element: XmlElement, place: Place) => void;

const maxSpaces = 1_000;

/** Reads the inlines of a paragraph, without deleted text and comments. */
export function readInlines(paragraph: XmlElement, reading: Reading, looks: Looks): ParagraphContent {
  const content: ParagraphContent = { inlines: [], frames: [] };
  readChildren(paragraph, { reading, content, looks });
  return content;
}

function readChildren(element: XmlElement, place: Place): void {
  for (const child of element.children) {
    // Line ends and runs of spaces in the file are one space.
    if (typeof child === 'string') addText(child.replace(/[ \t\r\n]+/g, ' '), place);
    else (readers[child.name] ?? readUnknown)(child, place);
  }
}

function addText(text: string, { content, looks, href }: Place): void {
  if (text === '' || looks.hidden) return;
  content.inlines.push({
    text: showSymbols(text, looks.symbolFont || undefined),
    bold: looks.bold ?? false,
    italic: looks.italic ?? false,
    strike: looks.strike ?? false,
    raised: looks.raised ?? false,
    code: looks.monospaced ?? false,
    href,
  });
}

/** Reads the text of fields; elements of other namespaces contain no text. */
const readUnknown: Reader = (element, place) => {
  if (element.name.startsWith('text:') || element.name.startsWith('presentation:'))
    readChildren(element, place);
  else if (element.name.startsWith('draw:')) place.content.frames.push(element);
};

const readSpan: Reader = (element, place) => {
  const style = place.reading.styles.get('text', element.attributes['text:style-name']);
  const said = Object.entries(style).filter(([, value]) => value !== undefined);
  readChildren(element, { ...place, looks: { ...place.looks, ...Object.fromEntries(said) } });
};

const readLink: Reader = (element, place) =>
  readChildren(element, { ...place, href: element.attributes['xlink:href'] });

const readSpaces: Reader = ({ attributes }, place) => {
  const count = Number(attributes['text:c'] ?? 1);
  addText(' '.repeat(count >= 1 && count <= maxSpaces ? count : 1), place);
};

const readNote: Reader = (element, { reading, content }) => {
  const label = `${reading.notes.length + 1}`;
  content.inlines.push({ kind: 'note-reference', label });
  const index = reading.notes.push({ kind: 'note', label, blocks: [] }) - 1;
  const body = elementsOf(childOf(element, 'text:note-body'));
  reading.notes[index] = { kind: 'note', label, blocks: assembleBlocks(reading.readBlocks(body, reading)) };
};

const readFrame: Reader = (element, place) => {
  const object = objectOf(element, place.reading);
  if (object && 'formula' in object) place.content.inlines.push(object.formula);
  else if (object) place.content.frames.push(element);
  else if (childOf(element, 'draw:image')) addText(alternativeOf(element), { ...place, looks: {} });
  else place.content.frames.push(element);
};

/** The object that a frame shows. */
export const objectOf = (frame: XmlElement, { objects }: Reading) =>
  objects.get(childOf(frame, 'draw:object')?.attributes['xlink:href'] ?? '');

/** Returns the alternative text of a picture; empty without one. */
export const alternativeOf = (frame: XmlElement): string =>
  (textOf(childOf(frame, 'svg:desc')) || textOf(childOf(frame, 'svg:title'))).trim();

const skip: Reader = () => undefined;

const readers: Readonly<Record<string, Reader>> = {
  'text:span': readSpan,
  'text:a': readLink,
  'text:s': readSpaces,
  'text:tab': (_, place) => addText('\t', place),
  'text:line-break': (_, { content }) => void content.inlines.push({ kind: 'break' }),
  'text:note': readNote,
  'text:ruby-text': skip,
  'text:hidden-text': skip,
  'text:page-number': skip,
  'draw:frame': readFrame,
  'draw:a': readChildren,
};
