import type { Block, ListItem } from '../document-tree/tree.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/element.ts';

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
export function readDiagram(model: XmlElement): Block[] {
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
