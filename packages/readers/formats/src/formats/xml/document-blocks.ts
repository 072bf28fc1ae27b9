import type { Block, Inline, ListItem, TableRow } from '../../document-tree/tree.ts';
import { elementsOf, textOf, type XmlElement } from '../../xml/read-xml.ts';

const names = (list: string) => new Set(list.split(' '));
const titles = names('title head heading subtitle');
const paragraphs = names('p para simpara formalpara');
const codes = names('programlisting screen codeblock pre literallayout');
const lists = names('itemizedlist orderedlist ul ol list simplelist');
const ordered = names('orderedlist ol');
const tables = names('table informaltable');
const bold = names('b strong');
const italic = names('i em emphasis citetitle');
const code = names('code literal command filename codeph');
const links = names('ulink link xref ref a');

export const isParagraph = (name: string): boolean => paragraphs.has(name);

/** Reads an XML document of text, such as DocBook, DITA or JATS, which use much the same names of elements; yields its blocks in order. */
export function* documentBlocks(node: XmlElement, level: number): Generator<Block> {
  let inlines: Inline[] = [];
  const flush = function* (): Generator<Block> {
    if (inlines.some((inline) => 'text' in inline && inline.text.trim()))
      yield { kind: 'paragraph', content: inlines };
    inlines = [];
  };
  for (const child of node.children) {
    if (typeof child === 'string') inlines.push({ text: child });
    else if (isInline(child)) inlines.push(...inlinesOf(child));
    else {
      yield* flush();
      yield* blocksOf(child, level);
    }
  }
  yield* flush();
}

const isInline = ({ name }: XmlElement) =>
  bold.has(name) || italic.has(name) || code.has(name) || links.has(name);

function* blocksOf(node: XmlElement, level: number): Generator<Block> {
  const { name } = node;
  if (titles.has(name)) yield { kind: 'heading', level, content: childInlines(node) };
  else if (codes.has(name)) yield { kind: 'code', text: textOf(node) };
  else if (lists.has(name)) yield { kind: 'list', ordered: ordered.has(name), items: itemsOf(node, level) };
  else if (tables.has(name)) yield { kind: 'table', rows: [...rowsOf(node, false)] };
  else if (name === 'blockquote') yield { kind: 'quote', blocks: [...documentBlocks(node, level)] };
  else if (paragraphs.has(name)) yield* documentBlocks(node, level);
  else {
    const hasTitle = elementsOf(node).some((child) => titles.has(child.name));
    yield* documentBlocks(node, hasTitle ? level + 1 : level);
  }
}

function itemsOf(node: XmlElement, level: number): ListItem[] {
  return elementsOf(node).map((item) => ({ blocks: [...documentBlocks(item, level)] }));
}

function* rowsOf(node: XmlElement, isHead: boolean): Generator<TableRow> {
  for (const child of elementsOf(node)) {
    if (child.name === 'row' || child.name === 'tr') {
      const cells = elementsOf(child).map((cell) => ({ blocks: [...documentBlocks(cell, 6)] }));
      yield { cells, isHead };
    } else yield* rowsOf(child, isHead || child.name === 'thead');
  }
}

const childInlines = (node: XmlElement): Inline[] =>
  node.children.flatMap((child) => (typeof child === 'string' ? [{ text: child }] : inlinesOf(child)));

function inlinesOf(node: XmlElement): Inline[] {
  const { name, attributes } = node;
  const href = links.has(name) ? (attributes['url'] ?? attributes['href']) : undefined;
  const look = {
    ...(bold.has(name) && { bold: true }),
    ...(italic.has(name) && { italic: true }),
    ...(code.has(name) && { code: true }),
    ...(href && { href }),
  };
  return childInlines(node).map((inline) => ('text' in inline ? { ...inline, ...look } : inline));
}
