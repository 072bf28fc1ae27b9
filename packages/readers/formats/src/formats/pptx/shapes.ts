import { assembleBlocks, type FlatBlock } from '../../document-tree/assemble-blocks.ts';
import type { Block, Cell, TableRow } from '../../document-tree/tree.ts';
import { chosenContent } from '../../open-xml/alternate-content.ts';
import { type Objects, objectIdsIn } from '../../open-xml/objects.ts';
import type { Relationships } from '../../open-xml/relationships.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  elementsOf,
  findElement,
  type XmlElement,
} from '../../xml/element.ts';
import { type Inherit, isTitle, placeholderOf } from './placeholders.ts';
import { readTextBody } from './text-body.ts';

/** Context in which the shapes of a slide are read. */
export interface ShapeContext {
  readonly relationships: Relationships;
  readonly inherit: Inherit;
  /** Charts and diagrams to which the slide refers. */
  readonly objects: Objects;
}

type Reader = (shape: XmlElement, context: ShapeContext) => FlatBlock[];

const maxColumns = 1_000;
/** Places for what stands on every slide. */
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
export const readShapes = (shapes: readonly XmlElement[], context: ShapeContext): FlatBlock[] =>
  shapes.flatMap((shape) => readers[shape.name]?.(shape, context) ?? []);
