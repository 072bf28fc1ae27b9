import { AppError } from '@docfleet/errors';
import type { ValueItem } from '../../values/write-items.ts';
import { elementsOf, textOf, type XmlElement, type XmlNode } from '../../xml/element.ts';
import { localNameOf } from '../../xml/namespaces.ts';
import { createXmlReader, type XmlAttributes } from '../../xml/xml-reader.ts';
import { isParagraph } from './document-blocks.ts';
import { valueOfNode } from './node-value.ts';

/** Characters of data that are held before those elements are given that are complete. */
const minHeldLength = 2_000_000;
const maxDocumentLength = 20_000_000;
/** Deeper elements count as text of those around them. */
const maxElementDepth = 100;
/** Characters that an element counts for in addition to its text. */
const elementCost = 32;

interface OpenElement extends XmlElement {
  children: XmlNode[];
}

/** A document whose order is its sense, or data. */
export type XmlContent =
  | { readonly kind: 'document'; readonly root: XmlElement }
  | { readonly kind: 'items'; readonly items: readonly ValueItem[] };

/** Reads XML into elements; those of long data are given away and forgotten while it is read. */
export function createDocumentReader() {
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let isDocument = false;
  let held = 0;
  let tooDeep = 0;

  const reader = createXmlReader({
    open(name, attributes) {
      if (open.length === maxElementDepth) {
        tooDeep++;
        return;
      }
      const node = elementOf(name, attributes);
      if (isParagraph(node.name)) isDocument = true;
      open.at(-1)?.children.push(node);
      root ??= node;
      open.push(node);
      held += elementCost;
    },
    close() {
      if (tooDeep > 0) tooDeep--;
      else open.pop();
    },
    text(text) {
      if (root && isUnread(root, open)) return;
      open.at(-1)?.children.push(text);
      held += text.length;
    },
  });
  return {
    write(piece: string): ValueItem[] {
      reader.write(piece);
      if (isDocument && held > maxDocumentLength) throw tooLong();
      if (isDocument || held < minHeldLength) return [];
      held = 0;
      const items = takeComplete(open);
      if (lengthOfTexts(open) > maxDocumentLength) throw tooLong();
      return items;
    },
    end(): XmlContent | undefined {
      reader.end();
      if (!root) return undefined;
      if (isDocument) return { kind: 'document', root };
      if (root.name === drawing)
        return { kind: 'items', items: [{ kind: 'value', path: [], value: wordsOf(root) }] };
      return { kind: 'items', items: [{ kind: 'value', path: [root.name], value: valueOfNode(root) }] };
    },
  };
}

const drawing = 'svg';
const words = new Set(['title', 'desc', 'text']);

/** Of a drawing only its words are text, of a book (FictionBook) everything but its pictures. */
function isUnread(root: XmlElement, open: readonly XmlElement[]): boolean {
  if (root.name === drawing) return !open.some(({ name }) => words.has(name));
  return root.name === 'FictionBook' && open.at(-1)?.name === 'binary';
}

/** The words of a drawing, each text in a paragraph of its own. */
const wordsOf = (node: XmlElement): string =>
  words.has(node.name)
    ? textOf(node).replace(/\s+/g, ' ').trim()
    : elementsOf(node).map(wordsOf).filter(Boolean).join('\n\n');

/** Names without prefixes, as they are shown; what the prefixes stand for is nothing to a reader. */
function elementOf(name: string, attributes: XmlAttributes): OpenElement {
  const shown = Object.entries(attributes).filter(([attribute]) => !/^xmlns(?::|$)/.test(attribute));
  return {
    name: localNameOf(name),
    attributes: Object.fromEntries(shown.map(([attribute, value]) => [localNameOf(attribute), value])),
    children: [],
  };
}

/** The elements that are complete, from the outermost down to the one that has most: what is in one of those is a record. */
function takeComplete(open: readonly OpenElement[]): ValueItem[] {
  const items: ValueItem[] = [];
  const most = Math.max(...open.map(({ children }) => children.length));
  const deepest = open.findIndex(({ children }) => children.length === most);
  for (const [depth, node] of open.slice(0, deepest + 1).entries()) {
    const path = open.slice(0, depth + 1).map(({ name }) => name);
    for (const child of node.children) {
      if (typeof child === 'string' || child === open[depth + 1]) continue;
      items.push({ kind: 'element', path: [...path, child.name], value: valueOfNode(child) });
    }
    // Text of its own waits for the end of its element.
    node.children = node.children.filter((child) => child === open[depth + 1] || isText(child));
  }
  return items;
}

const isText = (child: XmlNode): child is string => typeof child === 'string' && child.trim() !== '';

const lengthOfTexts = (open: readonly OpenElement[]) =>
  open.flatMap(({ children }) => children.filter(isText)).reduce((length, text) => length + text.length, 0);

function tooLong(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'The XML document is longer than 20 million characters, the most that can be read: split it',
  );
}
