import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { chosenContent } from '../../open-xml/alternate-content.ts';
import { childOf, elementsOf, type XmlElement } from '../../xml/element.ts';
import { readParagraph } from './paragraph.ts';
import type { Reading } from './reading.ts';
import { readTable } from './table.ts';

type Reader = (element: XmlElement, reading: Reading) => FlatBlock[];

/** Elements around blocks that a reader does not see. */
export const wrappers: ReadonlySet<string> = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:ins',
  'w:moveTo',
]);

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
export function readBlocks(elements: readonly XmlElement[], reading: Reading): FlatBlock[] {
  return joinDeletedEnds(elements).flatMap((element) => readBlock(element, reading));
}

/** Whether the end of a paragraph was deleted, so that it goes on in the next. */
export const hasDeletedEnd = (element: XmlElement) => {
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
