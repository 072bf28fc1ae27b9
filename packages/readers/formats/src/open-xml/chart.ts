import type { Block, Cell, Inline } from '../document-tree/tree.ts';
import { createShowNumber, type ShowNumber } from '../formats/spreadsheet/number-formats.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  elementsOf,
  findElement,
  textOf,
  type XmlElement,
} from '../xml/read-xml.ts';

/** Points of a series; a chart of more is one that a machine has drawn. */
const maxPoints = 10_000;

interface Column {
  readonly name: string;
  /** Displayed values by the number of the category. */
  readonly values: ReadonlyMap<number, string>;
}

const textAt = (points: ReadonlyMap<number, string>, index: number) => points.get(index) ?? '';

/** The paragraphs of a title or a label, in one line. */
function richText(element: XmlElement | undefined): string {
  const paragraphs = childrenOf(descendantOf(element, 'c:tx', 'c:rich'), 'a:p').map(textOf);
  const cached = findElements(descendantOf(element, 'c:tx'), 'c:v').map(textOf);
  return [...paragraphs, ...(paragraphs.length > 0 ? [] : cached)]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ');
}

function findElements(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => (child.name === name ? [child] : findElements(child, name)));
}

/** The values that a program has stored with a chart, as they are shown. Levels of categories are joined, the outermost first. */
function pointsOf(element: XmlElement | undefined, showNumber: ShowNumber): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  const caches = findElements(element, 'c:lvl');
  const cache = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit']
    .map((name) => element && findElement(element, name))
    .find(Boolean);
  const code = textOf(childOf(cache, 'c:formatCode')) || 'General';
  const isNumber = cache?.name.startsWith('c:num') ?? false;
  for (const level of caches.length > 0 ? caches.toReversed() : [cache])
    for (const point of childrenOf(level, 'c:pt').slice(0, maxPoints)) {
      const index = Number(point.attributes['idx']);
      const value = textOf(childOf(point, 'c:v')).trim();
      const text = isNumber ? showNumber(value, point.attributes['formatCode'] ?? code) : value;
      const outer = points.get(index);
      points.set(index, outer ? `${outer} / ${text}` : text);
    }
  return points;
}

/** Values of a series, and their names. */
export interface ChartSeries {
  readonly categories: Column;
  readonly columns: readonly Column[];
}

function readSeries(series: XmlElement, index: number, showNumber: ShowNumber): ChartSeries {
  const name = richText(series) || `Series ${index + 1}`;
  const categories = childOf(series, 'c:cat') ?? childOf(series, 'c:xVal');
  const values = ['c:val', 'c:yVal', 'c:bubbleSize'].flatMap((part) => {
    const element = childOf(series, part);
    const label = part === 'c:bubbleSize' ? `${name} (size)` : name;
    return element ? [{ name: label, values: pointsOf(element, showNumber) }] : [];
  });
  return { categories: { name: '', values: pointsOf(categories, showNumber) }, columns: values };
}

const toCell = (text: string): Cell => ({ blocks: [{ kind: 'paragraph', content: [{ text }] }] });

const isSame = (one: Column, other: Column) =>
  one.values.size === other.values.size &&
  [...one.values].every(([index, text]) => other.values.get(index) === text);

/** A table of series that share their categories. */
function toTable(categories: Column, columns: readonly Column[], axes: readonly string[]): Block {
  const [first = ''] = axes;
  const indexes = new Set([categories, ...columns].flatMap(({ values }) => [...values.keys()]));
  const rows = [...indexes]
    .sort((one, other) => one - other)
    .map((index) => ({
      cells: [
        toCell(textAt(categories.values, index) || `${index + 1}`),
        ...columns.map(({ values }) => toCell(textAt(values, index))),
      ],
    }));
  const head = { cells: [toCell(first), ...columns.map(({ name }) => toCell(name))], isHead: true };
  return { kind: 'table', rows: [head, ...rows] };
}

/** Tables of series, one for those of the same categories. */
function tablesOf(series: readonly ChartSeries[], axes: readonly string[]): Block[] {
  const groups: { readonly categories: Column; readonly columns: Column[] }[] = [];
  for (const { categories, columns } of series) {
    const known = groups.find((group) => isSame(group.categories, categories));
    if (known) known.columns.push(...columns);
    else groups.push({ categories, columns: [...columns] });
  }
  return groups
    .filter(({ columns }) => columns.some(({ values }) => values.size > 0))
    .map(({ categories, columns }) => toTable(categories, columns, axes));
}

const line = (content: readonly Inline[]): Block[] =>
  content.length > 0 ? [{ kind: 'paragraph', content }] : [];

interface Chart {
  readonly title: string;
  /** The titles of its axes, that of the categories first; empty for an axis without one. */
  readonly axes: readonly string[];
  readonly series: readonly ChartSeries[];
}

/** A chart as its title, tables of its categories and values, and the titles of its other axes. */
export function blocksOfChart({ title, axes, series }: Chart): Block[] {
  const [, ...others] = axes.filter(Boolean);
  return [
    ...line(title ? [{ text: title, bold: true }] : []),
    ...tablesOf(series, axes),
    ...line(others.length > 0 ? [{ text: others.join(', ') }] : []),
  ];
}

/** Reads a chart with the values that are stored with it. */
export async function readChart(root: XmlElement): Promise<Block[]> {
  const showNumber = await createShowNumber(false);
  const chart = childOf(root, 'c:chart');
  const plot = childOf(chart, 'c:plotArea');
  const axes = elementsOf(plot)
    .filter(({ name }) => /^c:(?:cat|date|val|ser)Ax$/.test(name))
    .map((axis) => richText(childOf(axis, 'c:title')));
  const series = findElements(plot, 'c:ser').map((one, index) => readSeries(one, index, showNumber));
  return blocksOfChart({ title: richText(childOf(chart, 'c:title')), axes, series });
}

/** A chart of the kinds since 2016 (waterfall, funnel, treemap): its title and the table of its data. */
export function readExtendedChart(root: XmlElement): Block[] {
  const title = findElements(childOf(childOf(root, 'cx:chart'), 'cx:title'), 'a:t')
    .map(textOf)
    .join('')
    .trim();
  const names = findElements(root, 'cx:series').map((series) => textOf(findElement(series, 'cx:v')).trim());
  const tables = findElements(root, 'cx:data').map((data, index): Block => {
    const dimensions = elementsOf(data).map((dimension) => ({
      name: dimension.name === 'cx:numDim' ? (names[index] ?? '') : '',
      values: new Map(
        findElements(dimension, 'cx:pt')
          .slice(0, maxPoints)
          .map((point) => [Number(point.attributes['idx']), textOf(point).trim()]),
      ),
    }));
    const [categories = { name: '', values: new Map() }, ...columns] = dimensions;
    return toTable(categories, columns, []);
  });
  return [...line(title ? [{ text: title, bold: true }] : []), ...tables];
}
