import { AppError } from '@docfleet/errors';
import type { Block, ListItem } from '../document-tree/tree.ts';
import type { Source } from '../format.ts';
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  readPart,
  textOf,
  type XmlElement,
} from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';
import { readChart, readExtendedChart } from './chart.ts';
import type { Relationships } from './relationships.ts';

interface Connection {
  readonly to: string;
  readonly order: number;
}

const maxDepth = 20;

const textsOf = (point: XmlElement): string[] =>
  childrenOf(childOf(point, 'dgm:t'), 'a:p')
    .map((paragraph) => textOf(paragraph).trim())
    .filter(Boolean);

/** The connections from points to those below them, in their order. */
function connectionsOf(model: XmlElement): ReadonlyMap<string, readonly Connection[]> {
  const connections = childrenOf(childOf(model, 'dgm:cxnLst'), 'dgm:cxn')
    .filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf')
    .map(({ attributes: { srcId = '', destId = '', srcOrd } }) => ({
      from: srcId,
      to: destId,
      order: Number(srcOrd ?? 0),
    }));
  const grouped = Map.groupBy(connections, ({ from }) => from);
  for (const group of grouped.values()) group.sort((one, other) => one.order - other.order);
  return grouped;
}

/** The texts of a diagram (SmartArt) as a list; those without a place in its hierarchy come last. */
function readDiagram(model: XmlElement): Block[] {
  const points = childrenOf(childOf(model, 'dgm:ptLst'), 'dgm:pt');
  const byId = new Map(points.map((point) => [point.attributes['modelId'] ?? '', point]));
  const connections = connectionsOf(model);
  const seen = new Set<XmlElement>();

  const itemsBelow = (id: string, depth: number): ListItem[] =>
    (connections.get(id) ?? []).flatMap(({ to }) => {
      const point = byId.get(to);
      if (!point || seen.has(point) || depth > maxDepth) return [];
      seen.add(point);
      return itemsOf(point, itemsBelow(to, depth + 1));
    });
  const roots = points.filter(({ attributes }) => attributes['type'] === 'doc');
  const hierarchy = roots.flatMap(({ attributes }) => itemsBelow(attributes['modelId'] ?? '', 0));
  const others = points.filter((point) => !seen.has(point)).flatMap((point) => itemsOf(point, []));
  const items = [...hierarchy, ...others];
  return items.length > 0 ? [{ kind: 'list', ordered: false, items }] : [];
}

/** An item with the texts of a point, above those below it; a point without text stands for nothing itself. */
function itemsOf(point: XmlElement, below: readonly ListItem[]): ListItem[] {
  const texts = textsOf(point);
  if (texts.length === 0) return [...below];
  const blocks = texts.map((text): Block => ({ kind: 'paragraph', content: [{ text }] }));
  return [
    { blocks: below.length > 0 ? [...blocks, { kind: 'list', ordered: false, items: below }] : blocks },
  ];
}

/** The blocks of charts and diagrams by the ids of their relationships. */
export type Objects = ReadonlyMap<string, readonly Block[]>;

interface Reader {
  readonly what: 'CHART' | 'DIAGRAM';
  readonly read: (root: XmlElement) => readonly Block[] | Promise<readonly Block[]>;
}

/** By kinds of relationships. */
const readers: Readonly<Record<string, Reader>> = {
  chart: { what: 'CHART', read: readChart },
  chartEx: { what: 'CHART', read: readExtendedChart },
  diagramData: { what: 'DIAGRAM', read: readDiagram },
};

/** Elements that refer to a chart or a diagram, and the attribute with the id of the relationship. */
const references: Readonly<Record<string, string>> = {
  'c:chart': 'r:id',
  'cx:chart': 'r:id',
  'dgm:relIds': 'r:dm',
};

/** The id of the relationship of a chart or a diagram, where an element refers to one. */
function objectIdOf({ name, attributes }: XmlElement): string | undefined {
  const attribute = references[name];
  return attribute === undefined ? undefined : attributes[attribute];
}

/** The ids of the charts and diagrams in an element, in their order. */
export function objectIdsIn(element: XmlElement): string[] {
  const id = objectIdOf(element);
  return id === undefined ? elementsOf(element).flatMap(objectIdsIn) : [id];
}

interface Place {
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
  /** Location that reports of unread objects name; null for the document as a whole. */
  readonly where: string | null;
  /** Whether the values that a chart shows are in cells, which are read. */
  readonly hasCells?: boolean;
  readonly reportNotRead: Source['reportNotRead'];
}

/** Reads the charts and diagrams to which elements refer. One that cannot be read is reported. */
export async function readObjects(
  elements: readonly XmlElement[],
  { archive, relationships, where, hasCells = false, reportNotRead }: Place,
): Promise<Objects> {
  const objects = new Map<string, readonly Block[]>();
  const isAny = [...relationships.values()].some(({ kind }) => kind in readers);
  for (const id of isAny ? elements.flatMap(objectIdsIn) : []) {
    const relationship = relationships.get(id);
    const reader = readers[relationship?.kind ?? ''];
    if (!relationship || !reader || objects.has(id)) continue;
    const { blocks, why } = await readObject(archive, relationship.target, reader, hasCells);
    objects.set(id, blocks);
    if (blocks.length === 0 && why) reportNotRead({ what: reader.what, where, why });
  }
  return objects;
}

async function readObject(archive: ZipArchive, part: string, { read }: Reader, hasCells: boolean) {
  try {
    const root = await readPart(archive, part);
    const blocks = root ? await read(root) : [];
    const isOfCells = hasCells && root !== undefined && findElement(root, 'c:f') !== undefined;
    return { blocks, why: isOfCells ? undefined : 'The file keeps neither texts nor values of it' };
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.retryable) throw cause;
    return { blocks: [], why: cause.message };
  }
}
